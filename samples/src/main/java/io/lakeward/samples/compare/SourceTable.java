package io.lakeward.samples.compare;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A table of the source: its columns, its primary key and its rows. */
final class SourceTable {

  private static final int ROWS_AT_A_TIME = 1_000;
  private static final String COLUMNS =
      """
      SELECT a.attname, format_type(a.atttypid, a.atttypmod), t.typtype = 'e',
             coalesce(array_position(i.indkey::int2[], a.attnum), -1)
      FROM pg_attribute a
      JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
      WHERE a.attrelid = ?::regclass AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attnum
      """;

  /** A column. */
  record Column(String name, ColumnType type) {}

  /** Takes the rows, one after the other. */
  @FunctionalInterface
  interface Sink {
    void accept(Row row);
  }

  private final Connection connection;
  private final String name;
  private final List<Column> columns = new ArrayList<>();
  private final List<Integer> keyPlaces = new ArrayList<>();

  SourceTable(Connection connection, String name) throws SQLException {
    this.connection = connection;
    this.name = name;
    try (PreparedStatement statement = connection.prepareStatement(COLUMNS)) {
      statement.setString(1, name);
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          if (found.getInt(4) >= 0) {
            keyPlaces.add(columns.size());
          }
          ColumnType type =
              found.getBoolean(3) ? ColumnType.enumeration() : ColumnType.of(found.getString(2));
          columns.add(new Column(found.getString(1), type));
        }
      }
    }
  }

  List<Column> columns() {
    return columns;
  }

  /** Where among the columns the key's are. */
  List<Integer> keyPlaces() {
    return keyPlaces;
  }

  /** Hands out every row as of now, some at a time. */
  void rows(Sink sink) throws SQLException {
    String selected =
        columns.stream()
            .map(column -> column.type().selection().of(column.name()))
            .collect(Collectors.joining(", "));
    // A cursor needs a transaction.
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(ROWS_AT_A_TIME);
      try (ResultSet row = statement.executeQuery("SELECT " + selected + " FROM " + name)) {
        while (row.next()) {
          Object[] values = new Object[columns.size()];
          for (int i = 0; i < values.length; i++) {
            values[i] = columns.get(i).type().fromSource(row, i + 1);
          }
          sink.accept(new Row(values));
        }
      }
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }
}
