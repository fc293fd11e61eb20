package io.lakeward.samples.orderslive;

import static java.util.Objects.requireNonNull;

import java.time.ZoneOffset;
import java.util.List;

/**
 * A place that cooks.
 *
 * @param offset what its clocks show
 * @param latitude in millionths of a degree
 * @param longitude in millionths of a degree
 */
record Restaurant(
    int id,
    String name,
    String city,
    ZoneOffset offset,
    int latitude,
    int longitude,
    List<Dish> dishes) {
  Restaurant {
    requireNonNull(name, "name");
    requireNonNull(city, "city");
    requireNonNull(offset, "offset");
    dishes = List.copyOf(dishes);
  }

  /**
   * Something to eat.
   *
   * @param cents its price in hundredths
   */
  record Dish(String sku, String name, int cents) {
    Dish {
      requireNonNull(sku, "sku");
      requireNonNull(name, "name");
    }
  }

  private static Dish dish(String sku, String name, int cents) {
    return new Dish(sku, name, cents);
  }

  /** All of the service. */
  static final List<Restaurant> ALL =
      List.of(
          new Restaurant(
              11,
              "Käse & Brot",
              "Berlin",
              ZoneOffset.ofHours(1),
              52_520_008,
              13_404_954,
              List.of(
                  dish("KB-1", "Käsespätzle", 1150),
                  dish("KB-2", "Flammkuchen \"Elsass\"", 980),
                  dish("KB-3", "Apfelschorle", 320))),
          new Restaurant(
              12,
              "Tasca do Zé",
              "Lisboa",
              ZoneOffset.UTC,
              38_722_252,
              -9_139_337,
              List.of(
                  dish("TZ-1", "Bacalhau à Brás", 1390),
                  dish("TZ-2", "Caldo verde", 450),
                  dish("TZ-3", "Pastel de nata", 140))),
          new Restaurant(
              13,
              "O'Malley's",
              "New York",
              ZoneOffset.ofHours(-5),
              40_712_776,
              -74_005_974,
              List.of(
                  dish("OM-1", "Burger, no onions", 1605),
                  dish("OM-2", "Fries", 500),
                  dish("OM-3", "Root beer", 375))),
          new Restaurant(
              14,
              "餃子の店",
              "Mumbai",
              ZoneOffset.ofHoursMinutes(5, 30),
              19_075_984,
              72_877_656,
              List.of(dish("GY-1", "焼き餃子", 890), dish("GY-2", "ライス", 210))));
}
