package io.lakeward.it.postgres;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random transactions on a table of goods, the same for the same seed: inserts, updates that leave
 * the long text alone or not, deletes, delete and insert of a key in one transaction, key changes,
 * now and then a truncate; and transactions that overlap.
 */
public final class Workload {

  /** The table. */
  public static final Schema GOODS =
      new Schema(
          "goods",
          List.of("id"),
          List.of(
              Column.of("id", ColumnType.BIGINT),
              Column.of("name", ColumnType.TEXT),
              Column.of("price", ColumnType.NUMERIC),
              Column.of("stock", ColumnType.INT),
              Column.of("listed", ColumnType.BOOLEAN),
              Column.of("seen", ColumnType.TIMESTAMP),
              Column.toasted("manual")));

  private static final int KEYS = 300;
  private static final int MOST_CHANGES = 8;
  private static final LocalDateTime EPOCH = LocalDateTime.of(2026, 1, 1, 0, 0);

  private final Database database = new Database();
  private final Random random;
  private final boolean truncates;

  /** A workload on an empty table. */
  public Workload(long seed) {
    this(seed, true);
  }

  private Workload(long seed, boolean truncates) {
    this.random = new Random(seed);
    this.truncates = truncates;
    database.create(GOODS);
  }

  /** A workload that leaves alone what others put into the table. */
  public static Workload withoutTruncates(long seed) {
    return new Workload(seed, false);
  }

  /** Some transactions, and all changes that they make, in the order in which they are sent. */
  public List<RowChange> transactions(int count) {
    List<RowChange> changes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (random.nextInt(400) == 0 && truncates) {
        changes.addAll(database.begin().truncate(GOODS.table()).commit());
      } else {
        changes.addAll(two());
      }
    }
    return changes;
  }

  /** The rows as they are now at the source. */
  public List<Map<String, Object>> rows() {
    return database.rows(GOODS.table());
  }

  /** Two transactions of different keys, one begun before and committed after the other. */
  private List<RowChange> two() {
    Transaction early = database.begin();
    Transaction late = database.begin();
    int changes = 1 + random.nextInt(MOST_CHANGES);
    for (int i = 0; i < changes; i++) {
      change(early, 2L * random.nextInt(KEYS / 2));
      change(late, 2L * random.nextInt(KEYS / 2) + 1);
    }
    List<RowChange> all = new ArrayList<>(late.commit());
    all.addAll(early.commit());
    return all;
  }

  private void change(Transaction transaction, long id) {
    Map<String, Object> key = key(id);
    String table = GOODS.table();
    if (!database.rowsByKey(table).containsKey(key)) {
      transaction.insert(table, row(id));
      return;
    }
    switch (random.nextInt(10)) {
      case 0 -> transaction.delete(table, key);
      case 1 -> transaction.delete(table, key).insert(table, row(id));
      case 2 -> {
        // Of the same parity: the other transaction must not meet the new key.
        long free = id + 2;
        if (!database.rowsByKey(table).containsKey(key(free))) {
          transaction.move(table, key, key(free));
        }
      }
      case 3 -> transaction.update(table, key, values("manual", longText()));
      case 4 -> transaction.update(table, key, values("manual", null));
      default ->
          transaction.update(table, key, values("price", price(), "stock", random.nextInt(100)));
    }
  }

  private static Map<String, Object> key(long id) {
    return values("id", id);
  }

  private Map<String, Object> row(long id) {
    return GOODS.row(
        id,
        random.nextInt(10) == 0 ? null : "good " + random.nextInt(1000),
        price(),
        random.nextInt(100),
        random.nextBoolean(),
        EPOCH.plusNanos(1000L * random.nextInt()),
        random.nextInt(5) == 0 ? null : longText());
  }

  private BigDecimal price() {
    return BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, 2);
  }

  private String longText() {
    return "manual %d ".formatted(random.nextInt()).repeat(3);
  }

  private static Map<String, Object> values(Object... namesAndValues) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return values;
  }
}
