package io.lakeward.samples.shop;

import io.lakeward.samples.debezium.Delivery;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;

/** Keeps count of what the feed has delivered. Written by the feed's thread, read by others. */
final class Ledger {

  private static final String UNAVAILABLE = "__debezium_unavailable_value";

  private static final Map<String, ShopTable> TABLES =
      Arrays.stream(ShopTable.values())
          .collect(Collectors.toMap(ShopTable::topic, Function.identity()));

  private final Map<ShopTable, Map<ChangeKind, Long>> counts = new EnumMap<>(ShopTable.class);
  private final Map<TopicPartition, CommitTimes> times = new HashMap<>();
  private long total;
  private long placeholders;

  synchronized void enter(Delivery delivery) {
    ShopTable table = TABLES.get(delivery.partition().topic());
    if (table == null) {
      return;
    }
    Struct envelope = (Struct) delivery.record().value();
    ChangeKind kind = ChangeKind.of(envelope);
    counts
        .computeIfAbsent(table, absent -> new EnumMap<>(ChangeKind.class))
        .merge(kind, 1L, Long::sum);
    total++;
    if (kind == ChangeKind.READ || kind == ChangeKind.TOMBSTONE) {
      // A snapshot has no time of commit, a tombstone shares that of its delete.
      return;
    }
    times
        .computeIfAbsent(delivery.partition(), absent -> new CommitTimes())
        .add(delivery.offset(), envelope.getStruct("source").getInt64("ts_ms"));
    if (table == ShopTable.PRODUCTS && lacksManual(envelope.getStruct("after"))) {
      placeholders++;
    }
  }

  private static boolean lacksManual(Struct after) {
    return after != null && UNAVAILABLE.equals(after.getString("manual"));
  }

  /** How many records of each kind the table's topic got. */
  synchronized Map<ChangeKind, Long> counts(ShopTable table) {
    Map<ChangeKind, Long> copy = new EnumMap<>(ChangeKind.class);
    copy.putAll(counts.getOrDefault(table, Map.of()));
    return copy;
  }

  /** All records so far. */
  synchronized long total() {
    return total;
  }

  /** How many changes came without the long text that their row has. */
  synchronized long placeholders() {
    return placeholders;
  }

  /** When the streamed changes at these offsets were committed. */
  synchronized long[] commitMillis(TopicPartition partition, long from, long to) {
    CommitTimes found = times.get(partition);
    return found == null ? new long[0] : found.between(from, to);
  }
}
