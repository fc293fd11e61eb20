package io.lakeward.mariadb;

import static io.lakeward.samples.rows.ColumnForm.JSON;
import static io.lakeward.samples.rows.ColumnForm.plain;
import static io.lakeward.samples.rows.ColumnForm.text;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.samples.rows.ColumnForm;
import io.lakeward.samples.rows.JsonValues;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The forms of MariaDB's types for Debezium's default modes, as the reference of types has them.
 */
final class MariaDbForms {

  private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d+),(\\d+)\\).*");
  private static final int MOST_DIGITS = 38;

  private static final String COLUMNS =
      """
      SELECT column_name, column_type FROM information_schema.columns
      WHERE table_schema = database() AND table_name = ? ORDER BY ordinal_position
      """;

  /** Nothing is a day whose year, month or day is zero. */
  private static final String NO_ZERO =
      "CASE WHEN year(%1$s) > 0 AND month(%1$s) > 0 AND day(%1$s) > 0 THEN CAST(%1$s AS char) END";

  private MariaDbForms() {}

  /** The columns of a table with their forms. */
  static Map<String, ColumnForm> of(Connection connection, String table) throws SQLException {
    Map<String, ColumnForm> forms = new LinkedHashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(COLUMNS)) {
      statement.setString(1, table);
      try (ResultSet column = statement.executeQuery()) {
        while (column.next()) {
          forms.put(column.getString(1), of(column.getString(2)));
        }
      }
    }
    return forms;
  }

  private static ColumnForm of(String type) {
    Matcher decimal = DECIMAL.matcher(type);
    if (decimal.matches()) {
      boolean fits = Integer.parseInt(decimal.group(1)) <= MOST_DIGITS;
      return text("CAST(%s AS char)", fits ? JsonValues::number : JsonValues::text);
    }
    return switch (type.replaceAll("[( ].*", "")) {
      case "tinyint", "smallint", "mediumint", "int", "bigint", "year" ->
          text("CAST(%s AS char)", JsonValues::number);
      case "float" -> plain((row, place) -> JsonValues.floating(row.getFloat(place)));
      case "double" -> plain((row, place) -> JsonValues.floating(row.getDouble(place)));
      case "bit" ->
          type.equals("bit(1)")
              ? text("CAST(%s + 0 AS char)", bit -> JSON.booleanNode(bit.equals("1")))
              : bits(Integer.parseInt(type.replaceAll("\\D", "")));
      case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" ->
          plain((row, place) -> JSON.binaryNode(row.getBytes(place)));
      case "date" -> text(NO_ZERO, JsonValues::text);
      case "datetime" -> text(NO_ZERO, JsonValues::dateTime);
      case "timestamp" ->
          text(
              "CASE WHEN year(%1$s) > 0 THEN CAST(convert_tz(%1$s, @@time_zone, '+00:00') AS char) END",
              utc ->
                  JsonValues.instant(
                      LocalDateTime.parse(utc.replace(' ', 'T')).atOffset(ZoneOffset.UTC)));
      case "time" -> text("CAST(%s AS char)", JsonValues::time);
      case "point" -> point();
      case "geometry",
          "linestring",
          "polygon",
          "multipoint",
          "multilinestring",
          "multipolygon",
          "geometrycollection" ->
          geometry();
      default -> text("CAST(%s AS char)", JsonValues::text);
    };
  }

  private static ColumnForm bits(int length) {
    return text(
        "bin(%s + 0)",
        bits -> JsonValues.bits("0".repeat(Math.max(0, length - bits.length())) + bits));
  }

  /** A number as the text that the database has. */
  static ColumnForm numberText() {
    return text("CAST(%s AS char)", JsonValues::text);
  }

  private static final String LOCATED =
      "concat(unhex(lpad(hex(ST_SRID(%1$s)), 8, '0')), ST_AsWKB(%1$s))";

  private static ColumnForm geometry() {
    return new ColumnForm(LOCATED, (row, place) -> shape(row.getBytes(place)));
  }

  private static ColumnForm point() {
    return new ColumnForm(
        LOCATED,
        (row, place) -> {
          ByteBuffer bytes = ByteBuffer.wrap(row.getBytes(place)).order(ByteOrder.LITTLE_ENDIAN);
          ObjectNode struct = JSON.objectNode();
          struct.put("x", bytes.getDouble(9));
          struct.put("y", bytes.getDouble(17));
          struct.setAll(shape(row.getBytes(place)));
          return struct;
        });
  }

  /** Four bytes of SRID, then WKB. */
  private static ObjectNode shape(byte[] located) {
    int srid = ByteBuffer.wrap(located).getInt();
    ObjectNode struct = JSON.objectNode();
    struct.put("wkb", Arrays.copyOfRange(located, 4, located.length));
    struct.set("srid", srid == 0 ? NullNode.getInstance() : JSON.numberNode(srid));
    return struct;
  }
}
