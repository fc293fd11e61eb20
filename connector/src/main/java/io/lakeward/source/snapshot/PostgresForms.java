package io.lakeward.source.snapshot;

import java.sql.Types;
import org.apache.spark.sql.types.DataTypes;

/**
 * What columns of PostgreSQL become, which is what they are in tables that are replicated from
 * Debezium's records, as far as that loses nothing. The reference of snapshots has an example of
 * each.
 *
 * <table>
 * <caption>Types</caption>
 * <tr><th>PostgreSQL<th>column<th>value
 * <tr><td>smallint, integer<td>INT<td>
 * <tr><td>bigint, oid<td>BIGINT<td>
 * <tr><td>real, double precision<td>FLOAT, DOUBLE<td>NaN and infinities too
 * <tr><td>numeric(p,s), p up to 38<td>DECIMAL(p,s)<td>NaN is refused
 * <tr><td>numeric(p,s), p beyond, or s below 0 or above p<td>STRING<td>as the database writes it
 * <tr><td>numeric<td>STRING<td>its digits, without zeros at the end of a fraction
 * <tr><td>money<td>DECIMAL(38,2)<td>refused where the currency has smaller parts
 * <tr><td>boolean, bit(1)<td>BOOLEAN<td>
 * <tr><td>bit(n)<td>BINARY<td>the lowest byte first, without zeros at the end, as Debezium has it
 * <tr><td>bit varying<td>STRING<td>its ones and zeros
 * <tr><td>text, varchar, char(n)<td>STRING<td>of char(n) with the blanks at the end
 * <tr><td>bytea<td>BINARY<td>
 * <tr><td>date<td>DATE<td>all years; infinite ones are refused
 * <tr><td>timestamp<td>TIMESTAMP_NTZ<td>all years, whatever the zone here; infinite ones are refused
 * <tr><td>timestamptz<td>TIMESTAMP<td>likewise
 * <tr><td>time<td>STRING<td>{@code HH:mm:ss[.fraction]}
 * <tr><td>timetz<td>STRING<td>in UTC, with Z at the end
 * <tr><td>interval<td>STRING<td>ISO 8601, such as {@code P1Y2M3DT4H5M6.78S}
 * <tr><td>arrays of these<td>ARRAY<td>lists of lists are refused
 * <tr><td>json, jsonb, uuid, xml, enum, citext, hstore, ranges, and every other type<td>STRING<td>as
 *     the database writes it
 * </table>
 */
final class PostgresForms {

  private static final int MOST_DIGITS = 38;

  private static final PostgresForm TEXT = PostgresForm.sql("%s::text", DataTypes.StringType);

  /** The cast to text would leave the blanks at the end out. */
  private static final PostgresForm PADDED =
      PostgresForm.sql("CASE WHEN %1$s IS NOT NULL THEN concat(%1$s) END", DataTypes.StringType);

  private static final PostgresForm NUMBER_TEXT =
      PostgresForm.sql(
          "CASE WHEN strpos(%1$s::text, '.') > 0 THEN rtrim(rtrim(%1$s::text, '0'), '.')"
              + " ELSE %1$s::text END",
          DataTypes.StringType);

  private static final PostgresForm BITS =
      PostgresForm.sql(
          """
          CASE WHEN %1$s IS NOT NULL THEN decode(coalesce((
          SELECT string_agg(lpad(to_hex(substring(bits FROM length(bits) - 8 * i - 7 FOR 8)::bit(8)::int4), 2, '0'), ''
          ORDER BY i) FROM (SELECT lpad(digits, (length(digits) + 7) / 8 * 8, '0') AS bits
          FROM (SELECT ltrim(%1$s::text, '0') AS digits) AS trimmed) AS padded,
          generate_series(0, length(bits) / 8 - 1) AS i), ''), 'hex') END"""
              .replace('\n', ' '),
          DataTypes.BinaryType);

  private static final PostgresForm ZONED_TIME =
      PostgresForm.sql(
          "regexp_replace((%s AT TIME ZONE 'UTC')::text, '[+]00$', 'Z')", DataTypes.StringType);

  private PostgresForms() {}

  /** The form of a column. */
  static PostgresForm of(JdbcColumn column) {
    if (column.type() == Types.ARRAY) {
      String element = column.typeName().replaceFirst("^_", "");
      return PostgresForm.list(of(element, column), column.name());
    }
    return of(column.typeName(), column);
  }

  private static PostgresForm of(String type, JdbcColumn column) {
    return switch (type) {
      case "int2", "smallserial", "int4", "serial" ->
          PostgresForm.sql("%s::int4", DataTypes.IntegerType);
      case "int8", "bigserial", "oid" -> PostgresForm.sql("%s::int8", DataTypes.LongType);
      case "float4" -> PostgresForm.plain(DataTypes.FloatType);
      case "float8" -> PostgresForm.plain(DataTypes.DoubleType);
      case "bool" -> PostgresForm.plain(DataTypes.BooleanType);
      case "numeric" -> number(column);
      case "money" -> money(column.name());
      case "bit" -> bits(column);
      case "bpchar" -> PADDED;
      case "bytea" -> PostgresForm.plain(DataTypes.BinaryType);
      case "date" -> PostgresForm.date(column.name());
      case "timestamp" -> PostgresForm.localTime(column.name());
      case "timestamptz" -> PostgresForm.instant(column.name());
      case "timetz" -> ZONED_TIME;
      default -> TEXT;
    };
  }

  private static PostgresForm number(JdbcColumn column) {
    if (column.precision() == 0) {
      return NUMBER_TEXT;
    }
    boolean fits =
        column.precision() <= MOST_DIGITS
            && column.scale() >= 0
            && column.scale() <= column.precision();
    return fits
        ? PostgresForm.plain(DataTypes.createDecimalType(column.precision(), column.scale()))
        : TEXT;
  }

  private static PostgresForm money(String column) {
    String refused =
        PostgresForm.refused(
            "%1$s::text", "numeric", column.replace("%", "%%"), "has smaller parts, ");
    return PostgresForm.sql(
        "CASE WHEN %1$s::numeric = round(%1$s::numeric, 2) THEN %1$s::numeric(38, 2) ELSE "
            + refused
            + " END::numeric(38, 2)",
        DataTypes.createDecimalType(MOST_DIGITS, 2));
  }

  private static PostgresForm bits(JdbcColumn column) {
    if (column.type() == Types.ARRAY) {
      return TEXT;
    }
    return column.precision() == 1 ? PostgresForm.sql("%s = B'1'", DataTypes.BooleanType) : BITS;
  }
}
