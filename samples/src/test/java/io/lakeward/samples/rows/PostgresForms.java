package io.lakeward.samples.rows;

import static io.lakeward.samples.rows.ColumnForm.JSON;
import static io.lakeward.samples.rows.ColumnForm.plain;
import static io.lakeward.samples.rows.ColumnForm.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.geometric.PGpoint;

/**
 * The forms of PostgreSQL's types for Debezium's default modes, as the reference of types has them.
 */
public final class PostgresForms {

  /**
   * The types of which Debezium makes nothing, and rows, unless it is told to pass on unknown
   * types.
   */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "line|lseg|box|path|polygon|circle|pg_lsn|tsquery|.*multirange|pg_snapshot|txid_snapshot"
              + "|xid8?|cid|tid|jsonpath|bit varying.*\\[\\]|interval\\[\\]|money\\[\\]|xml\\[\\]"
              + "|point\\[\\]|name\\[\\]");

  private static final Pattern NUMERIC = Pattern.compile("numeric\\((\\d+),-?(\\d+)\\)");
  private static final int MOST_DIGITS = 38;

  private static final String COLUMNS =
      """
      SELECT attname, format_type(CASE typtype WHEN 'd' THEN typbasetype ELSE atttypid END,
        CASE typtype WHEN 'd' THEN typtypmod ELSE atttypmod END), typtype = 'c'
      FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
      WHERE attrelid = ?::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
      """;

  private static final ColumnForm WHOLE =
      plain((row, place) -> JSON.numberNode(row.getLong(place)));
  private static final ColumnForm TEXT = text("%s", JsonValues::text);
  private static final ColumnForm BOOLEAN =
      plain((row, place) -> JSON.booleanNode(row.getBoolean(place)));

  private PostgresForms() {}

  /** The columns of a table with their forms, but for those that Debezium leaves out. */
  public static Map<String, ColumnForm> of(Connection connection, String table)
      throws SQLException {
    Map<String, ColumnForm> forms = new LinkedHashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(COLUMNS)) {
      statement.setString(1, table);
      try (ResultSet column = statement.executeQuery()) {
        while (column.next()) {
          String type = column.getString(2);
          if (!column.getBoolean(3) && !LEFT_OUT.matcher(type).matches()) {
            forms.put(column.getString(1), of(type));
          }
        }
      }
    }
    return forms;
  }

  private static ColumnForm of(String type) {
    if (type.endsWith("[]")) {
      return array(type.substring(0, type.length() - 2));
    }
    Matcher numeric = NUMERIC.matcher(type);
    if (numeric.matches()) {
      boolean fits = Integer.parseInt(numeric.group(1)) <= MOST_DIGITS;
      return text("%s::text", fits ? JsonValues::number : JsonValues::text);
    }
    String name = type.replaceAll("\\(\\d+\\)", "");
    return switch (name) {
      case "smallint", "integer", "bigint", "oid" -> WHOLE;
      case "real" -> plain((row, place) -> JsonValues.floating(row.getFloat(place)));
      case "double precision" -> plain((row, place) -> JsonValues.floating(row.getDouble(place)));
      case "numeric" -> text("%s::text", JsonValues::shortNumber);
      case "money" -> text("%s::numeric::text", JsonValues::number);
      case "boolean" -> BOOLEAN;
      case "bit", "bit varying" ->
          type.equals("bit(1)")
              ? text("%s::text", bits -> JSON.booleanNode(bits.equals("1")))
              // Debezium leaves out the bytes of zeros at the end.
              : text("%s::text", bits -> JsonValues.bits(bits.replaceFirst("^0+", "")));
      case "bytea" -> plain((row, place) -> JSON.binaryNode(row.getBytes(place)));
      case "date" -> text("CASE WHEN isfinite(%1$s) THEN %1$s::text END", JsonValues::text);
      case "timestamp without time zone" ->
          text("CASE WHEN isfinite(%1$s) THEN %1$s::text END", JsonValues::dateTime);
      case "timestamp with time zone" ->
          new ColumnForm(
              "CASE WHEN isfinite(%1$s) THEN %1$s END",
              (row, place) -> JsonValues.instant(row.getObject(place, OffsetDateTime.class)));
      case "time without time zone" -> text("%s::text", JsonValues::time);
      // Debezium has them in UTC.
      case "time with time zone" ->
          text(
              "(%s AT TIME ZONE 'UTC')::text",
              zoned -> JsonValues.text(JsonValues.time(zoned.replace("+00", "")).asText() + "Z"));
      case "interval" -> INTERVAL;
      case "point" -> point();
      case "hstore" -> hstore();
      default -> TEXT;
    };
  }

  /**
   * The microseconds of an interval; of a month Debezium, by default, makes the twelfth part of
   * 365.25 days.
   */
  private static final ColumnForm INTERVAL =
      new ColumnForm(
          """
          (((extract(year FROM %1$s) * 12 + extract(month FROM %1$s)) * 30.4375
             + extract(day FROM %1$s)) * 86400 + extract(hour FROM %1$s) * 3600
             + extract(minute FROM %1$s) * 60 + extract(second FROM %1$s)) * 1000000""",
          (row, place) -> JSON.numberNode(row.getBigDecimal(place).longValueExact()));

  /** An interval as ISO 8601 with all its parts, which is Debezium's other mode. */
  public static ColumnForm intervalText() {
    return text(
        """
        CASE WHEN %1$s IS NOT NULL THEN
          format('P%%sY%%sM%%sDT%%sH%%sM%%sS', extract(year FROM %1$s), extract(month FROM %1$s),
            extract(day FROM %1$s), extract(hour FROM %1$s), extract(minute FROM %1$s),
            trim_scale(extract(second FROM %1$s))) END""",
        JsonValues::text);
  }

  /** A number as the text that the database has. */
  public static ColumnForm numberText() {
    return TEXT;
  }

  /** Money as the text of its number. */
  public static ColumnForm moneyText() {
    return text("%s::numeric::text", JsonValues::text);
  }

  private static ColumnForm array(String element) {
    Function<String, JsonNode> value =
        switch (element.replaceAll("\\(.*\\)", "")) {
          case "smallint", "integer", "bigint", "oid" ->
              text -> JSON.numberNode(Long.valueOf(text));
          case "boolean" -> text -> JSON.booleanNode(text.equals("t"));
          case "real" -> text -> JsonValues.floating(Float.valueOf(text));
          case "double precision" -> text -> JsonValues.floating(Double.valueOf(text));
          case "numeric" -> element.contains("(") ? JsonValues::number : JsonValues::shortNumber;
          case "timestamp without time zone" -> JsonValues::dateTime;
          case "timestamp with time zone" ->
              text -> JsonValues.instant(OffsetDateTime.parse(text.replace(' ', 'T') + ":00"));
          case "time without time zone" -> JsonValues::time;
          case "bytea" -> PostgresForms::hexadecimal;
          default -> JsonValues::text;
        };
    return plain(
        (row, place) -> {
          ArrayNode items = JSON.arrayNode();
          ArrayLiteral.elements(row.getString(place))
              .forEach(item -> items.add(item.map(value).orElseGet(NullNode::getInstance)));
          return items;
        });
  }

  private static JsonNode hexadecimal(String text) {
    return JSON.binaryNode(java.util.HexFormat.of().parseHex(text.substring("\\x".length())));
  }

  private static ColumnForm point() {
    return plain(
        (row, place) -> {
          PGpoint point = (PGpoint) row.getObject(place);
          ObjectNode struct = JSON.objectNode();
          struct.put("x", point.x);
          struct.put("y", point.y);
          ByteBuffer wkb = ByteBuffer.allocate(21).order(ByteOrder.LITTLE_ENDIAN);
          wkb.put((byte) 1).putInt(1).putDouble(point.x).putDouble(point.y);
          struct.put("wkb", wkb.array());
          struct.set("srid", NullNode.getInstance());
          return struct;
        });
  }

  private static ColumnForm hstore() {
    return plain(
        (row, place) -> {
          ObjectNode object = JSON.objectNode();
          new TreeMap<>((Map<?, ?>) row.getObject(place))
              .forEach((key, value) -> object.put((String) key, (String) value));
          return object;
        });
  }
}
