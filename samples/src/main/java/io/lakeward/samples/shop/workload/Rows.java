package io.lakeward.samples.shop.workload;

import java.util.List;

/** New rows of each table, whole. */
final class Rows {

  static final List<String> TIERS = List.of("bronze", "silver", "gold");
  static final List<String> STATES = List.of("new", "paid", "packed", "shipped", "returned");
  static final List<String> WAREHOUSES = List.of("north", "south", "east", "west");

  private final Values values;

  Rows(Values values) {
    this.values = values;
  }

  Sql customer(long id) {
    return Sql.insert(
        "customers",
        "id, account, name, email, tier, active, born, credit_limit, rating, registered_at,"
            + " preferences",
        id,
        values.uuid(),
        values.words(),
        values.orNull(() -> values.word() + "@shop.example"),
        values.oneOf(TIERS),
        values.oneIn(2),
        values.orNull(values::date),
        values.orNull(() -> values.amount(12, 2)),
        values.orNull(() -> (float) values.measure()),
        values.timestampWithZone(),
        values.orNull(values::json));
  }

  Sql product(String sku) {
    return Sql.insert(
        "products",
        "sku, title, manual, price, weight_kg, tags, picture, changed_at",
        sku,
        values.words(),
        manual(),
        values.amount(10, 2),
        values.orNull(values::measure),
        values.orNull(values::textArray),
        values.orNull(values::binary),
        values.orNull(values::timestamp));
  }

  /** Mostly so long that it is stored out of line. */
  String manual() {
    return switch (values.upTo(12)) {
      case 0 -> null;
      case 1 -> values.words();
      default -> values.noise(8_200 + values.upTo(2_000));
    };
  }

  Sql order(long id, long customer) {
    return Sql.insert(
        "orders",
        "id, customer_id, status, total, exchange_rate, placed_at, paid_at, deliver_after,"
            + " attributes, vouchers, parcels",
        id,
        customer,
        values.oneOf(STATES),
        values.amount(14, 4),
        values.orNull(values::number),
        values.timestamp(),
        values.orNull(values::timestampWithZone),
        values.orNull(values::time),
        values.orNull(values::json),
        values.orNull(values::textArray),
        values.orNull(values::intArray));
  }

  Sql item(long order, int line, String sku) {
    return Sql.insert(
        "order_items",
        "order_id, line, sku, quantity, unit_price, discount",
        order,
        line,
        sku,
        values.upTo(60_000) - 30_000,
        values.amount(10, 2),
        values.orNull(values::number));
  }

  Sql stock(Population.Stock stock) {
    return Sql.insert(
        "inventory",
        "warehouse, sku, on_hand, reserved, counted_on, checked_at",
        stock.warehouse(),
        stock.sku(),
        values.upTo(10_000),
        (long) values.upTo(100),
        values.orNull(values::date),
        values.orNull(values::timestamp));
  }

  Sql promotion(String code) {
    return Sql.insert(
        "promotions",
        "code, percent, starts_at, ends_at, terms",
        code,
        values.amount(5, 2),
        values.timestampWithZone(),
        values.orNull(values::timestampWithZone),
        values.orNull(values::json));
  }
}
