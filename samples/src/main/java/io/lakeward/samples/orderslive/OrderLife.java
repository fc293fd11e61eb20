package io.lakeward.samples.orderslive;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The events of one order, each of which says only what it is about. Steps that follow from each
 * other may happen in the same microsecond; the number of the event tells their order.
 *
 * <p>A cancelled order is not always left alone: what was under way still tells of itself, and some
 * orders are taken up again.
 */
final class OrderLife {

  private static final int CANCELLED_ONE_IN = 60;

  private final Random random;
  private final String orderId;
  private final Restaurant restaurant;
  private final Words words;
  private final List<Event> events = new ArrayList<>();
  private Instant time;
  private boolean tied;

  /** An order that begins at a time. */
  OrderLife(Random random, String orderId, Instant begin) {
    this.random = requireNonNull(random, "random");
    this.orderId = requireNonNull(orderId, "orderId");
    this.time = requireNonNull(begin, "begin");
    this.restaurant = Restaurant.ALL.get(random.nextInt(Restaurant.ALL.size()));
    this.words = new Words(random);
  }

  /** All events, in the order in which they happen. To be called once. */
  List<Event> live() {
    create();
    return events;
  }

  private void create() {
    elapse(0, 3);
    ObjectNode event = event("order_created", restaurant.offset());
    event
        .putObject("restaurant")
        .put("id", restaurant.id())
        .put("name", restaurant.name())
        .put("city", restaurant.city());
    event.set("customer", words.customer(restaurant.city()));
    words.order(restaurant, event);
    add(event);
    if (!isCancelled(this::startKitchen)) {
      startKitchen();
      cook();
    }
  }

  private void startKitchen() {
    elapseOrNot(20, 240);
    ObjectNode event = event("kitchen_started", restaurant.offset());
    event.put("promised_at", promise(25, 50));
    add(event);
  }

  private void cook() {
    if (!isCancelled(this::ready)) {
      ready();
      fetch();
    }
  }

  private void ready() {
    elapse(300, 1500);
    add(event("order_ready", restaurant.offset()).put("bags", 1 + random.nextInt(3)));
  }

  private void fetch() {
    if (!isCancelled(this::pickUp)) {
      pickUp();
      drive();
    }
  }

  private void pickUp() {
    elapseOrNot(10, 600);
    ObjectNode event = event("driver_picked_up", ZoneOffset.UTC);
    event.set("driver", words.driver());
    event.put("promised_at", promise(8, 25));
    add(event);
  }

  private void drive() {
    int pings = 13 + random.nextInt(14);
    int cancelledAt = random.nextInt(CANCELLED_ONE_IN) == 0 ? random.nextInt(pings) : pings;
    for (int i = 0; i < cancelledAt; i++) {
      ping();
    }
    if (cancelledAt < pings) {
      cancel(this::ping);
    } else {
      deliver();
    }
  }

  private void ping() {
    elapse(20, 60);
    ObjectNode event = event("driver_ping", ZoneOffset.UTC);
    event.putObject("driver").set("location", words.near(restaurant));
    if (random.nextInt(8) == 0) {
      event.put("promised_at", promise(2, 12));
    }
    add(event);
  }

  private void deliver() {
    elapse(20, 180);
    ObjectNode event = event("delivered", ZoneOffset.UTC);
    if (random.nextInt(3) > 0) {
      event.put("tip", Words.amount(random.nextInt(12) * 50));
    }
    if (random.nextBoolean()) {
      event.putObject("customer").put("rating", 1 + random.nextInt(5));
    }
    add(event);
  }

  private boolean isCancelled(Runnable next) {
    if (random.nextInt(CANCELLED_ONE_IN) > 0) {
      return false;
    }
    cancel(next);
    return true;
  }

  /** Cancels the order; what would have come next may come all the same. */
  private void cancel(Runnable next) {
    elapseOrNot(2, 300);
    add(event("order_cancelled", restaurant.offset()).put("reason", words.reason()));
    if (random.nextBoolean()) {
      next.run();
    }
    if (random.nextInt(4) == 0) {
      elapse(60, 600);
      create();
    }
  }

  private ObjectNode event(String name, ZoneOffset offset) {
    return Json.object()
        .put("event", name)
        .put("order_id", orderId)
        .put("number", events.size() + 1)
        .put("event_time", Moments.text(time, offset));
  }

  private String promise(int leastMinutes, int mostMinutes) {
    int minutes = leastMinutes + random.nextInt(mostMinutes - leastMinutes + 1);
    return Moments.text(time.plus(Duration.ofMinutes(minutes)), restaurant.offset());
  }

  private void add(ObjectNode event) {
    events.add(new Event(orderId, time, Json.text(event)));
  }

  private void elapse(int leastSeconds, int mostSeconds) {
    long micros = 1 + random.nextInt((mostSeconds - leastSeconds) * 1_000_000);
    time = time.plusSeconds(leastSeconds).plus(Moments.micros(micros));
    tied = false;
  }

  /** No time for one step in eight, but never for two that follow each other. */
  private void elapseOrNot(int leastSeconds, int mostSeconds) {
    if (!tied && random.nextInt(8) == 0) {
      tied = true;
    } else {
      elapse(leastSeconds, mostSeconds);
    }
  }
}
