package io.lakeward.samples.compare;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the values of a PostgreSQL type are read from both sides into objects that are equal exactly
 * when the values are.
 *
 * @param lake the type that the replica must have, in Iceberg's notation
 * @param selection how to select a column of the source
 * @param source reads a value of the source, of which null is known
 * @param replica turns a value of the replica into the object that the source's would be
 */
record ColumnType(
    String lake, Selection selection, SourceReader source, UnaryOperator<Object> replica) {

  private static final Pattern NUMERIC = Pattern.compile("numeric\\((\\d+),(\\d+)\\)");

  private static final Pattern PLAIN_NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

  /** Reads one column of the current row. */
  @FunctionalInterface
  interface SourceReader {
    Object read(ResultSet row, int column) throws SQLException;
  }

  /** How a column of the source is selected. */
  enum Selection {
    AS_IS,
    AS_TEXT;

    String of(String column) {
      return this == AS_TEXT ? '"' + column + "\"::text" : '"' + column + '"';
    }
  }

  private static final ColumnType TEXT =
      new ColumnType("string", Selection.AS_TEXT, ResultSet::getString, Object::toString);

  /**
   * Each value has a scale of its own, so the replica holds text: digits, no exponent. Debezium
   * leaves out zeros at the end of the fraction, so numbers are compared, not their text.
   */
  private static final ColumnType NUMBER =
      new ColumnType(
          "string",
          Selection.AS_TEXT,
          (row, i) -> number(row.getString(i)),
          value -> number(value.toString()));

  private static final Map<String, ColumnType> TYPES =
      Map.ofEntries(
          Map.entry("smallint", plain("int", ResultSet::getInt)),
          Map.entry("integer", plain("int", ResultSet::getInt)),
          Map.entry("bigint", plain("long", ResultSet::getLong)),
          Map.entry("real", plain("float", ResultSet::getFloat)),
          Map.entry("double precision", plain("double", ResultSet::getDouble)),
          Map.entry("boolean", plain("boolean", ResultSet::getBoolean)),
          Map.entry("text", TEXT),
          Map.entry("uuid", TEXT),
          Map.entry("jsonb", TEXT),
          Map.entry("numeric", NUMBER),
          Map.entry("date", plain("date", (row, i) -> row.getObject(i, LocalDate.class))),
          Map.entry("bytea", plain("binary", (row, i) -> ByteBuffer.wrap(row.getBytes(i)))),
          Map.entry("text[]", plain("list<string>", ColumnType::list)),
          Map.entry("integer[]", plain("list<int>", ColumnType::list)));

  /** The type that PostgreSQL calls so, with its parameters. */
  static ColumnType of(String name) {
    Matcher numeric = NUMERIC.matcher(name);
    if (numeric.matches()) {
      return plain(
          "decimal(%s, %s)".formatted(numeric.group(1), numeric.group(2)),
          ResultSet::getBigDecimal);
    } else if (name.startsWith("character varying")) {
      return TEXT;
    } else if (name.startsWith("timestamp") && name.endsWith("without time zone")) {
      return plain("timestamp", (row, i) -> row.getObject(i, LocalDateTime.class));
    } else if (name.startsWith("timestamp") && name.endsWith("with time zone")) {
      return plain("timestamptz", ColumnType::instant);
    } else if (name.startsWith("time") && name.endsWith("without time zone")) {
      return new ColumnType(
          "string",
          Selection.AS_IS,
          (row, i) -> row.getObject(i, LocalTime.class),
          value -> LocalTime.parse(value.toString()));
    }
    ColumnType type = TYPES.get(name);
    if (type == null) {
      throw new IllegalArgumentException("Cannot compare values of the type " + name);
    }
    return type;
  }

  /** An enumeration, whatever its name. */
  static ColumnType enumeration() {
    return TEXT;
  }

  private static ColumnType plain(String lake, SourceReader source) {
    return new ColumnType(lake, Selection.AS_IS, source, UnaryOperator.identity());
  }

  /** The value of the source in this column of the current row. */
  Object fromSource(ResultSet row, int column) throws SQLException {
    return row.getObject(column) == null ? null : source.read(row, column);
  }

  /** The value that the replica has, as the source's would be. */
  Object fromReplica(Object value) {
    return value == null ? null : replica.apply(value);
  }

  /** The number, if it is written plainly; else the text as it is. */
  private static Object number(String text) {
    return PLAIN_NUMBER.matcher(text).matches() ? new BigDecimal(text).stripTrailingZeros() : text;
  }

  private static Object instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).withOffsetSameInstant(ZoneOffset.UTC);
  }

  private static Object list(ResultSet row, int column) throws SQLException {
    Array array = row.getArray(column);
    return Collections.unmodifiableList(Arrays.asList((Object[]) array.getArray()));
  }
}
