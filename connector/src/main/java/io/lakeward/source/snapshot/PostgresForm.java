package io.lakeward.source.snapshot;

import java.time.LocalDateTime;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * How values of a type of PostgreSQL come here without loss: the database sends them in a form that
 * neither the driver nor Spark can misread, of which Spark then makes the column.
 *
 * @param sent SQL of what the database sends, of the SQL of the value
 * @param wire Spark's type of what is sent
 * @param read what Spark makes of it
 */
record PostgresForm(UnaryOperator<String> sent, DataType wire, UnaryOperator<Column> read) {

  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  /** Exact in servers too in which extract() gives a floating number. */
  private static final String MICROS =
      "extract(epoch FROM date_trunc('second', %1$s))::int8 * 1000000"
          + " + extract(microseconds FROM %1$s)::int8 %% 1000000";

  /** The value as the driver has it. */
  static PostgresForm plain(DataType type) {
    return sql("%s", type);
  }

  /** An expression of the value, whose result the driver has as this type. */
  static PostgresForm sql(String template, DataType type) {
    return new PostgresForm(template::formatted, type, UnaryOperator.identity());
  }

  /** The days since 1970. */
  static PostgresForm date(String column) {
    return new PostgresForm(
        value -> finite(value, value + " - date '1970-01-01'", "int4", column),
        DataTypes.IntegerType,
        functions::date_from_unix_date);
  }

  /** The microseconds since 1970 in UTC. */
  static PostgresForm instant(String column) {
    return new PostgresForm(
        value -> finite(value, MICROS.formatted(value), "int8", column),
        DataTypes.LongType,
        functions::timestamp_micros);
  }

  /**
   * The microseconds since the first moment of 1970 on the same clock. The driver would go by the
   * JVM's zone, which may lack an hour.
   */
  static PostgresForm localTime(String column) {
    return new PostgresForm(
        value -> finite(value, MICROS.formatted(value), "int8", column),
        DataTypes.LongType,
        micros -> functions.timestamp_add("MICROSECOND", micros, functions.lit(EPOCH)));
  }

  /** A list of such values, as JSON. */
  static PostgresForm list(PostgresForm element, String column) {
    String template =
        """
        CASE WHEN array_ndims(%1$s) > 1 THEN %2$s WHEN %1$s IS NOT NULL THEN
        (SELECT coalesce(json_agg(%3$s ORDER BY place), '[]')::text
        FROM unnest(%1$s) WITH ORDINALITY AS elements (element, place)) END"""
            .replace('\n', ' ');
    UnaryOperator<String> sent =
        value ->
            template.formatted(
                value,
                refused("array_dims(" + value + ")", "int4", column, "has a list of lists, ")
                    + "::text",
                element.sentInJson());
    DataType wire = DataTypes.createArrayType(element.wire());
    return new PostgresForm(
        sent,
        DataTypes.StringType,
        json ->
            functions.transform(
                functions.from_json(json, wire, Map.of("mode", "FAILFAST")),
                element.read()::apply));
  }

  private String sentInJson() {
    String value = sent.apply("element");
    return wire.equals(DataTypes.BinaryType)
        ? "translate(encode(" + value + ", 'base64'), E'\\n', '')"
        : value;
  }

  /** What is sent of a finite value; another is an error that names the column. */
  private static String finite(String value, String sent, String type, String column) {
    return "CASE WHEN isfinite(%s) THEN %s ELSE %s END"
        .formatted(value, sent, refused(value + "::text", type, column, "has the value "));
  }

  /**
   * An expression that the database cannot evaluate, unless the text is null: what it says of it
   * names the column and the reason.
   */
  static String refused(String text, String type, String column, String reason) {
    String words = ("column " + column + " " + reason).replace("'", "''");
    return "('%s' || %s)::%s".formatted(words, text, type);
  }
}
