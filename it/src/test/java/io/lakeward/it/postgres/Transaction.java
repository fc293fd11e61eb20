package io.lakeward.it.postgres;

import io.lakeward.it.postgres.RowChange.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Changes that become visible together. What it changes must not be changed by others meanwhile.
 */
public final class Transaction {

  private final Database database;
  private final long number;
  private final List<RowChange> changes = new ArrayList<>();

  Transaction(Database database, long number) {
    this.database = database;
    this.number = number;
  }

  /** Inserts a row. */
  public Transaction insert(String table, Map<String, Object> row) {
    Schema schema = database.schema(table);
    Map<String, Object> key = schema.key(row);
    if (database.rowsByKey(table).putIfAbsent(key, new LinkedHashMap<>(row)) != null) {
      throw new IllegalStateException("The key is there already: " + key);
    }
    add(schema, Kind.CREATE, place(), key, row, Map.of());
    return this;
  }

  /** Changes some columns of a row, none of them of its key. */
  public Transaction update(String table, Map<String, Object> key, Map<String, Object> changed) {
    Schema schema = database.schema(table);
    Map<String, Object> row = existing(table, key);
    row.putAll(changed);
    add(schema, Kind.UPDATE, place(), key, sent(schema, row, changed.keySet()), Map.of());
    return this;
  }

  /** Changes a row's key. Debezium makes a delete and a create of it, at one place of the log. */
  public Transaction move(String table, Map<String, Object> from, Map<String, Object> changed) {
    Schema schema = database.schema(table);
    Map<String, Object> row = existing(table, from);
    row.putAll(changed);
    Map<String, Object> to = schema.key(row);
    database.rowsByKey(table).remove(from);
    database.rowsByKey(table).put(to, row);
    LogPosition place = place();
    add(schema, Kind.MOVE_OUT, place, from, Map.of(), to);
    add(schema, Kind.MOVE_IN, place, to, sent(schema, row, changed.keySet()), from);
    return this;
  }

  /** Deletes a row. */
  public Transaction delete(String table, Map<String, Object> key) {
    existing(table, key);
    database.rowsByKey(table).remove(key);
    add(database.schema(table), Kind.DELETE, place(), key, Map.of(), Map.of());
    return this;
  }

  /** Deletes all rows of a table at once. */
  public Transaction truncate(String table) {
    database.rowsByKey(table).clear();
    add(database.schema(table), Kind.TRUNCATE, place(), Map.of(), Map.of(), Map.of());
    return this;
  }

  /** Commits. The changes are in the order of the log, positioned by the commit before them. */
  public List<RowChange> commit() {
    long before = database.commit();
    return changes.stream().map(change -> change.at(committed(change.position(), before))).toList();
  }

  private static LogPosition committed(LogPosition place, long lastCommit) {
    return new LogPosition(lastCommit, place.lsn(), place.transaction(), true);
  }

  private Map<String, Object> existing(String table, Map<String, Object> key) {
    Map<String, Object> row = database.rowsByKey(table).get(key);
    if (row == null) {
      throw new IllegalStateException("There is no row of this key: " + key);
    }
    return row;
  }

  /** The row as an update carries it: without the long values that it left alone. */
  private static Map<String, Object> sent(
      Schema schema, Map<String, Object> row, Set<String> changed) {
    Map<String, Object> sent = new LinkedHashMap<>(row);
    for (Column column : schema.columns()) {
      String name = column.name();
      if (column.toasted() && !changed.contains(name) && row.get(name) != null) {
        sent.put(name, Unavailable.VALUE);
      }
    }
    return sent;
  }

  /** The commit before is known only at the end. */
  private LogPosition place() {
    return new LogPosition(0, database.nextPlace(), number, true);
  }

  private void add(
      Schema schema,
      Kind kind,
      LogPosition place,
      Map<String, Object> key,
      Map<String, Object> values,
      Map<String, Object> otherKey) {
    changes.add(new RowChange(schema, kind, place, key, values, otherKey));
  }
}
