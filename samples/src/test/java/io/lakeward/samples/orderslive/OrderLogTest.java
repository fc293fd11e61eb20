package io.lakeward.samples.orderslive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrderLogTest {

  private static final long SEED = 7;
  private static final int ORDERS = 1_000;

  private static final List<LogRecord> LOG = OrderLog.of(ORDERS, SEED);

  @Test
  void isFunctionOfSeedAndSize() {
    assertThat(OrderLog.of(ORDERS, SEED)).isEqualTo(LOG);
    assertThat(OrderLog.of(ORDERS, SEED + 1)).isNotEqualTo(LOG);
  }

  @Test
  void holdsSome25EventsOfEachOrder() {
    assertThat(LOG.stream().map(LogRecord::key).distinct()).hasSize(ORDERS);
    assertThat(LOG).hasSizeBetween(23 * ORDERS, 26 * ORDERS);
    assertThat(LOG.stream().map(record -> name(event(record))).distinct())
        .containsExactlyInAnyOrder(
            "order_created",
            "kitchen_started",
            "order_ready",
            "driver_picked_up",
            "driver_ping",
            "delivered",
            "order_cancelled");
  }

  @Test
  void isInTheOrderOfArrivalAndOfEachPartition() {
    assertThat(LOG).isSortedAccordingTo(Comparator.comparing(LogRecord::arrivedMillis));
    Map<String, Set<Integer>> partitions = new HashMap<>();
    for (int partition = 0; partition < OrderLog.PARTITIONS; partition++) {
      int of = partition;
      List<Long> offsets =
          LOG.stream().filter(record -> record.partition() == of).map(LogRecord::offset).toList();
      assertThat(offsets)
          .isNotEmpty()
          .isEqualTo(IntStream.range(0, offsets.size()).mapToObj(i -> (long) i).toList());
    }
    LOG.forEach(
        record ->
            partitions
                .computeIfAbsent(record.key(), key -> new HashSet<>())
                .add(record.partition()));
    assertThat(partitions.values()).allMatch(ofOneOrder -> ofOneOrder.size() == 1);
  }

  @Test
  void someEventsComeLateAndSomeTwice() {
    Map<String, Instant> newest = new HashMap<>();
    Map<String, Integer> deliveries = new HashMap<>();
    int late = 0;
    for (LogRecord record : LOG) {
      boolean again = deliveries.merge(record.payload(), 1, Integer::sum) > 1;
      Instant time = time(event(record));
      Instant before = newest.getOrDefault(record.key(), Instant.MIN);
      late += !again && time.isBefore(before) ? 1 : 0;
      newest.put(record.key(), time.isAfter(before) ? time : before);
    }
    long twice = deliveries.values().stream().filter(count -> count == 2).count();
    assertThat(deliveries.values()).allMatch(count -> count <= 2);
    assertThat(late * 100.0 / LOG.size()).isBetween(1.5, 4.0);
    assertThat(twice * 100.0 / LOG.size()).isBetween(2.0, 4.0);
  }

  @Test
  void ordersAreNumberedAlsoWithinOneMicrosecond() {
    int ties = 0;
    for (TreeMap<Integer, ObjectNode> order : orders().values()) {
      assertThat(order.firstKey()).isEqualTo(1);
      assertThat(order.lastKey()).isEqualTo(order.size());
      assertThat(List.copyOf(order.values()))
          .isSortedAccordingTo(Comparator.comparing(OrderLogTest::time));
      ties +=
          order.size() - (int) order.values().stream().map(OrderLogTest::time).distinct().count();
    }
    assertThat(ties).isGreaterThan(ORDERS / 20);
  }

  @Test
  void somethingHappensAfterSomeCancellations() {
    Set<String> next = new HashSet<>();
    int cancelled = 0;
    for (TreeMap<Integer, ObjectNode> order : orders().values()) {
      for (Map.Entry<Integer, ObjectNode> event : order.entrySet()) {
        if (name(event.getValue()).equals("order_cancelled")) {
          cancelled++;
          Map.Entry<Integer, ObjectNode> after = order.higherEntry(event.getKey());
          next.add(after == null ? "nothing" : name(after.getValue()));
        }
      }
    }
    assertThat(cancelled * 100.0 / ORDERS).isBetween(4.0, 10.0);
    assertThat(next)
        .contains("nothing", "order_created", "kitchen_started", "order_ready", "driver_ping");
  }

  private static Map<String, TreeMap<Integer, ObjectNode>> orders() {
    return LOG.stream()
        .collect(
            Collectors.groupingBy(
                LogRecord::key,
                Collectors.toMap(
                    record -> event(record).get("number").intValue(),
                    OrderLogTest::event,
                    (one, again) -> one,
                    TreeMap::new)));
  }

  private static ObjectNode event(LogRecord record) {
    return Json.parse(record.payload());
  }

  private static String name(ObjectNode event) {
    return event.get("event").textValue();
  }

  private static Instant time(ObjectNode event) {
    return Moments.parse(event.get("event_time").textValue());
  }
}
