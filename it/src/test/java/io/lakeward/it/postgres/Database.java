package io.lakeward.it.postgres;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables of a source and its write-ahead log. Not thread safe. */
public final class Database {

  private static final long FIRST_PLACE = 24_267_616;
  private static final int STEP = 56;

  private final Map<String, Schema> schemas = new LinkedHashMap<>();
  private final Map<String, Map<Map<String, Object>, Map<String, Object>>> tables =
      new LinkedHashMap<>();
  private long place = FIRST_PLACE;
  private long lastCommit = FIRST_PLACE;
  private long transactions = 700;

  /** Adds an empty table. */
  public void create(Schema schema) {
    schemas.put(schema.table(), schema);
    tables.put(schema.table(), new LinkedHashMap<>());
  }

  /** Adds a column; rows that are there get its default, and the log says nothing of it. */
  public void addColumn(String table, Column column) {
    schemas.compute(table, (name, schema) -> schema.with(column));
    rowsByKey(table).values().forEach(row -> row.put(column.name(), column.defaultValue()));
  }

  /** Begins a transaction; several may be open at a time. */
  public Transaction begin() {
    return new Transaction(this, ++transactions);
  }

  /** What Debezium reads of a table in a snapshot at this moment. */
  public List<RowChange> snapshot(String table) {
    Schema schema = schema(table);
    LogPosition now = new LogPosition(lastCommit, lastCommit, transactions, false);
    List<RowChange> reads = new ArrayList<>();
    rowsByKey(table)
        .forEach(
            (key, row) ->
                reads.add(new RowChange(schema, RowChange.Kind.READ, now, key, row, Map.of())));
    return reads;
  }

  /** The rows of a table now. */
  public List<Map<String, Object>> rows(String table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    rowsByKey(table).values().forEach(row -> rows.add(new LinkedHashMap<>(row)));
    return rows;
  }

  /** The columns of a table now. */
  public Schema schema(String table) {
    return schemas.get(table);
  }

  Map<Map<String, Object>, Map<String, Object>> rowsByKey(String table) {
    return tables.get(table);
  }

  long nextPlace() {
    place += STEP;
    return place;
  }

  /** Ends a transaction and gives the commit before it. */
  long commit() {
    long before = lastCommit;
    lastCommit = nextPlace();
    return before;
  }
}
