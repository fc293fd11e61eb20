package io.lakeward.it.conformance;

import io.lakeward.it.conformance.SnapshotScenario.Export;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Random snapshots of a few keys whose rows appear, change, vanish and come back, and the tables
 * that must come of them.
 *
 * @param snapshots rows by version
 */
record RandomSnapshots(SortedMap<Long, List<Map<String, Object>>> snapshots) {

  static final String KEY = "id";
  static final String PART = "part";

  /** The columns that a history may track. */
  static final List<String> VALUES = List.of("a", "b", "c", PART);

  private static final String COLUMNS = "id BIGINT, a STRING, b STRING, c BIGINT, part BIGINT";
  private static final int KEYS = 8;

  /** Snapshots of so many versions. */
  static RandomSnapshots of(Random random, int count) {
    SortedMap<Long, List<Map<String, Object>>> snapshots = new TreeMap<>();
    Map<Long, Map<String, Object>> rows = new HashMap<>();
    long version = random.nextInt(10) - 5;
    for (int i = 0; i < count; i++) {
      for (long key = 0; key < KEYS; key++) {
        change(random, key, rows);
      }
      snapshots.put(
          version, rows.values().stream().<Map<String, Object>>map(HashMap::new).toList());
      version += 1 + random.nextInt(3);
    }
    return new RandomSnapshots(snapshots);
  }

  private static void change(Random random, long key, Map<Long, Map<String, Object>> rows) {
    int luck = random.nextInt(10);
    if (luck < 2) {
      rows.remove(key);
    } else if (luck < 4) {
      rows.put(key, row(random, key));
    } else if (luck < 6 && rows.containsKey(key)) {
      String column = VALUES.get(random.nextInt(VALUES.size()));
      rows.get(key).put(column, row(random, key).get(column));
    }
  }

  private static Map<String, Object> row(Random random, long key) {
    Map<String, Object> row = new HashMap<>();
    row.put(KEY, key);
    row.put("a", random.nextInt(3) == 0 ? null : "a" + random.nextInt(2));
    row.put("b", random.nextInt(3) == 0 ? null : "");
    row.put("c", random.nextInt(3) == 0 ? null : (long) random.nextInt(2));
    row.put(PART, random.nextInt(4) == 0 ? null : (long) random.nextInt(2));
    return row;
  }

  /** A scenario in which they make a table of current rows. */
  SnapshotScenario current(String name, Within within) {
    List<List<Object>> rows = new ArrayList<>();
    SnapshotReference.of(this, VALUES, within).open().forEach(row -> rows.add(values(row)));
    return scenario(name, Map.of("stored_as_scd_type", 1), within, rows, List.of());
  }

  /** A scenario in which they make a history that tracks these columns. */
  SnapshotScenario history(String name, List<String> tracked, Within within) {
    List<List<Object>> rows = new ArrayList<>();
    for (SnapshotReference.Stay stay : SnapshotReference.of(this, tracked, within).stays()) {
      List<Object> row = values(stay.row());
      row.add(stay.start());
      row.add(stay.end().orElse(null));
      rows.add(row);
    }
    return scenario(
        name,
        Map.of("stored_as_scd_type", 2, "track_history_column_list", tracked),
        within,
        rows,
        List.of("__START_AT", "__END_AT"));
  }

  private SnapshotScenario scenario(
      String name,
      Map<String, Object> keys,
      Within within,
      List<List<Object>> rows,
      List<String> more) {
    Map<String, Object> all = new LinkedHashMap<>(keys);
    all.put("keys", List.of(KEY));
    within.sql().ifPresent(sql -> all.put("absent_within", sql));
    List<String> columns = new ArrayList<>(List.of(KEY));
    columns.addAll(VALUES);
    columns.addAll(more);
    List<Export> exports = new ArrayList<>();
    snapshots.forEach(
        (version, exported) ->
            exports.add(new Export("version=n" + version, version, COLUMNS, exported)));
    return new SnapshotScenario(
        name,
        "version=*",
        "cast(substring(version, 2) AS BIGINT)",
        all,
        exports,
        List.of(),
        Optional.empty(),
        List.of(),
        columns,
        rows);
  }

  private static List<Object> values(Map<String, Object> row) {
    List<Object> values = new ArrayList<>();
    values.add(row.get(KEY));
    VALUES.forEach(column -> values.add(row.get(column)));
    return values;
  }

  /** What a snapshot covers, so that what it lacks is gone. */
  enum Within {
    EVERYTHING {
      @Override
      Optional<String> sql() {
        return Optional.empty();
      }

      @Override
      boolean covers(Map<String, Object> row) {
        return true;
      }
    },
    ONE_PART {
      @Override
      Optional<String> sql() {
        return Optional.of("part = 1");
      }

      @Override
      boolean covers(Map<String, Object> row) {
        return Long.valueOf(1).equals(row.get(PART));
      }
    };

    abstract Optional<String> sql();

    abstract boolean covers(Map<String, Object> row);
  }
}
