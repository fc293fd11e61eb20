package io.lakeward.source.debezium;

import io.lakeward.change.RejectReason;
import io.lakeward.source.json.ArrayJson;
import io.lakeward.source.json.EpochUnit;
import io.lakeward.source.json.JsonType;
import io.lakeward.source.json.MapJson;
import io.lakeward.source.json.Numbers;
import io.lakeward.source.json.StructJson;
import io.lakeward.source.json.Texts;
import io.lakeward.source.json.Times;
import io.lakeward.source.json.ValueReader;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * What the types of embedded schemas are in a table: Connect's primitive types, Connect's logical
 * types and Debezium's semantic types (cases, section "Types").
 *
 * <p>{@code int8} and {@code int16} are {@code int}, the least that Iceberg has. Times of day are
 * text or numbers, since Spark refuses Iceberg's {@code time}; those with a zone are text, since a
 * number would lose it. A semantic name that is not listed changes nothing: the value is of its
 * primitive type.
 */
final class ConnectTypes {

  private static final int MOST_DIGITS = 38;
  private static final int UNSIGNED_LONG_DIGITS = 20;

  private final Infinities infinities;
  private final TimesOfDay times;
  private final GeometryColumn geometries;

  ConnectTypes(Infinities infinities, ColumnForms forms) {
    this.infinities = infinities;
    this.times = new TimesOfDay(forms.timesOfDay());
    this.geometries = forms.geometries();
  }

  JsonType of(ConnectSchema schema) {
    return switch (schema.name()) {
      case "org.apache.kafka.connect.data.Decimal" -> decimal(schema);
      case "io.debezium.data.VariableScaleDecimal" ->
          JsonType.scalar(DataTypes.StringType, VariableScaleDecimal::read);
      case "io.debezium.time.Date", "org.apache.kafka.connect.data.Date" ->
          JsonType.scalar(DataTypes.DateType, infinities.inDates(Times::readEpochDays));
      case "io.debezium.time.IsoDate" ->
          JsonType.scalar(DataTypes.DateType, infinities.inDates(Times::readIsoDateAsUtc));
      case "io.debezium.time.Timestamp", "org.apache.kafka.connect.data.Timestamp" ->
          local(infinities.inLocalMillis(Times.localSinceEpoch(EpochUnit.MILLIS)));
      case "io.debezium.time.MicroTimestamp" ->
          local(infinities.inLocalTimestamps(Times.localSinceEpoch(EpochUnit.MICROS)));
      case "io.debezium.time.NanoTimestamp" -> local(Times.localSinceEpoch(EpochUnit.NANOS));
      case "io.debezium.time.ZonedTimestamp" ->
          JsonType.scalar(
              DataTypes.TimestampType, infinities.inInstants(Times.isoInstant(ZoneOffset.UTC)));
      case "io.debezium.time.IsoTimestamp" ->
          local(infinities.inLocalTimestamps(Times::readIsoLocalAsUtc));
      case "io.debezium.time.Time", "org.apache.kafka.connect.data.Time" ->
          times.since(EpochUnit.MILLIS);
      case "io.debezium.time.MicroTime" -> times.since(EpochUnit.MICROS);
      case "io.debezium.time.NanoTime" -> times.since(EpochUnit.NANOS);
      case "io.debezium.time.IsoTime" -> times.iso();
      case "io.debezium.data.geometry.Geometry",
          "io.debezium.data.geometry.Geography",
          "io.debezium.data.geometry.Point" ->
          geometry(schema);
      default -> primitive(schema);
    };
  }

  private JsonType geometry(ConnectSchema schema) {
    return switch (geometries) {
      case STRUCT -> primitive(schema);
      case WKT -> text(GeometryText::read);
    };
  }

  private static JsonType local(ValueReader reader) {
    return JsonType.scalar(DataTypes.TimestampNTZType, reader);
  }

  private static JsonType text(ValueReader reader) {
    return JsonType.scalar(DataTypes.StringType, reader);
  }

  private JsonType primitive(ConnectSchema schema) {
    return switch (schema.type()) {
      case "boolean" -> JsonType.scalar(DataTypes.BooleanType, Numbers::readBoolean);
      case "int8", "int16", "int32" ->
          JsonType.scalar(
              DataTypes.IntegerType, Numbers.between(Integer.MIN_VALUE, Integer.MAX_VALUE));
      case "int64" -> int64(schema);
      case "float", "float32" -> JsonType.scalar(DataTypes.FloatType, Numbers::readFloat);
      case "double", "float64" -> JsonType.scalar(DataTypes.DoubleType, Numbers::readDouble);
      case "string" -> text(Texts::readText);
      case "bytes" -> JsonType.scalar(DataTypes.BinaryType, Texts::readBase64);
      case "array" -> new ArrayJson(of(schema.items()));
      case "map" -> new MapJson(of(schema.keys()), of(schema.values()));
      case "struct" -> struct(schema);
      default ->
          throw new RecordRefused(
              RejectReason.WRONG_ENVELOPE, "the schema has the unknown type " + schema.type());
    };
  }

  /** Unsigned 64 bits show only in the column type that Debezium propagates (case T15). */
  private static JsonType int64(ConnectSchema schema) {
    boolean unsigned =
        schema
            .parameter("__debezium.source.column.type")
            .filter(type -> type.toUpperCase(java.util.Locale.ROOT).startsWith("BIGINT UNSIGNED"))
            .isPresent();
    return unsigned
        ? JsonType.scalar(
            DataTypes.createDecimalType(UNSIGNED_LONG_DIGITS, 0), Numbers::readUnsigned)
        : JsonType.scalar(DataTypes.LongType, Numbers::readLong);
  }

  private JsonType struct(ConnectSchema schema) {
    List<ConnectSchema.Field> fields = schema.fields();
    return new StructJson(
        fields.stream().map(ConnectSchema.Field::name).toList(),
        fields.stream().map(field -> of(field.schema())).toList());
  }

  /** Without a precision, 38 digits; with more than 38, text (case T4). */
  private static JsonType decimal(ConnectSchema schema) {
    int scale = schema.number("scale").orElse(0);
    int precision = schema.number("connect.decimal.precision").orElse(MOST_DIGITS);
    // A negative scale counts zeros before the point, which the column must hold too.
    int digits = scale < 0 ? precision - scale : precision;
    boolean fits = digits > 0 && digits <= MOST_DIGITS && scale <= digits;
    DataType type =
        fits ? DataTypes.createDecimalType(digits, Math.max(scale, 0)) : DataTypes.StringType;
    return JsonType.scalar(type, Texts.decimalOfScale(scale));
  }
}
