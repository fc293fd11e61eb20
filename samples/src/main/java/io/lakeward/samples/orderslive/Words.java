package io.lakeward.samples.orderslive;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;

/** What events say of people, dishes and places. */
final class Words {

  private static final List<String> NAMES =
      List.of("Ada", "Bǎo", "Chloé", "Dag", "Eñe", "Femi", "Grace \"G\"", "Hüseyin");
  private static final List<String> STREETS =
      List.of("Hauptstraße", "Rua Áurea", "5th Avenue", "M.G. Road", "O'Connell Lane");
  private static final List<String> EXTRAS =
      List.of("extra cheese", "no onions", "gluten-free", "scharf");
  private static final List<String> REASONS =
      List.of("customer", "sold out", "payment refused", "no driver");

  private static final int DELIVERY_CENTS = 290;

  private final Random random;

  Words(Random random) {
    this.random = requireNonNull(random, "random");
  }

  ObjectNode customer(String city) {
    ObjectNode customer =
        Json.object().put("id", 5_000_000_000L + random.nextInt(1_000_000)).put("name", name());
    customer
        .putObject("address")
        .put("street", oneOf(STREETS) + " " + (1 + random.nextInt(200)))
        .put("city", city);
    return customer;
  }

  /** Puts what is ordered, and what it costs together, into an event. */
  void order(Restaurant restaurant, ObjectNode event) {
    ArrayNode items = event.putArray("items");
    int cents = DELIVERY_CENTS;
    for (int i = random.nextInt(3); i >= 0; i--) {
      Restaurant.Dish dish = oneOf(restaurant.dishes());
      int quantity = 1 + random.nextInt(3);
      cents += quantity * dish.cents();
      items.add(item(dish, quantity));
    }
    event.put("total", amount(cents));
  }

  private ObjectNode item(Restaurant.Dish dish, int quantity) {
    ObjectNode item =
        Json.object()
            .put("sku", dish.sku())
            .put("name", dish.name())
            .put("quantity", quantity)
            .put("unit_price", amount(dish.cents()));
    ArrayNode extras = item.putArray("extras");
    if (random.nextInt(4) == 0) {
      extras.add(oneOf(EXTRAS));
    }
    return item;
  }

  ObjectNode driver() {
    return Json.object().put("id", 100 + random.nextInt(300)).put("name", name());
  }

  /** A place some kilometres around. */
  ObjectNode near(Restaurant restaurant) {
    return Json.object()
        .put("latitude", degrees(restaurant.latitude()))
        .put("longitude", degrees(restaurant.longitude()));
  }

  String reason() {
    return oneOf(REASONS);
  }

  /** An amount of hundredths, with both digits behind the point. */
  static BigDecimal amount(int cents) {
    return BigDecimal.valueOf(cents, 2);
  }

  private BigDecimal degrees(int millionths) {
    return BigDecimal.valueOf(millionths + random.nextInt(80_000) - 40_000, 6);
  }

  private String name() {
    return oneOf(NAMES);
  }

  private <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
