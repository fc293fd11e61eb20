package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.source.json.DeclaredTypes;
import io.lakeward.source.json.JsonType;
import io.lakeward.source.json.Numbers;
import io.lakeward.source.json.Texts;
import io.lakeward.source.json.Times;
import io.lakeward.source.json.ValueReader;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;

/** How Debezium writes values of a declared schema (mapping contract, "Formats"). */
record DebeziumDialect(EnvelopeOptions options, Infinities infinities)
    implements DeclaredTypes.Dialect {

  private static final Set<String> GEOMETRY = Set.of("wkb", "srid");
  private static final Set<String> POINT = Set.of("x", "y", "wkb", "srid");

  @Override
  public ValueReader decimals(DecimalType type) {
    return switch (options.decimals()) {
      case PRECISE -> variableScaleOr(Texts.decimalOfScale(type.scale()));
      case STRING -> Numbers::readDecimalText;
      case DOUBLE -> Numbers::readDecimal;
    };
  }

  /** A number of variable scale keeps all its digits only as text. */
  @Override
  public ValueReader texts() {
    return options.decimals() == DecimalEncoding.PRECISE
        ? variableScaleOr(Texts::readText)
        : Texts::readText;
  }

  @Override
  public ValueReader dates() {
    return infinities.inDates(Times.textOr(Times::readIsoDateAsUtc, Times::readEpochDays));
  }

  @Override
  public ValueReader instants() {
    return infinities.inInstants(
        Times.textOr(
            Times.isoInstant(ZoneOffset.UTC),
            Times.instantSinceEpoch(options.temporalPrecision())));
  }

  @Override
  public ValueReader localTimestamps() {
    ValueReader finite =
        Times.textOr(Times::readIsoLocalAsUtc, Times.localSinceEpoch(options.temporalPrecision()));
    return switch (options.temporalPrecision()) {
      case MILLIS -> infinities.inLocalMillis(finite);
      case MICROS, NANOS -> infinities.inLocalTimestamps(finite);
    };
  }

  @Override
  public Optional<JsonType> timesOfDay() {
    TimesOfDay times = new TimesOfDay(options.forms().timesOfDay());
    return Optional.of(times.isoOrSince(options.temporalPrecision()));
  }

  /** Geometries have no name in a declared schema, but the fields that Debezium gives them. */
  @Override
  public Optional<JsonType> inPlaceOf(StructType type) {
    return options.forms().geometries() == GeometryColumn.WKT && isGeometry(type)
        ? Optional.of(JsonType.scalar(DataTypes.StringType, GeometryText::read))
        : Optional.empty();
  }

  private static boolean isGeometry(StructType type) {
    Set<String> fields = Set.of(type.fieldNames());
    return (fields.equals(GEOMETRY) || fields.equals(POINT))
        && type.apply("wkb").dataType().equals(DataTypes.BinaryType)
        && type.apply("srid").dataType().equals(DataTypes.IntegerType);
  }

  private static ValueReader variableScaleOr(ValueReader other) {
    return (json, out, ordinal) -> {
      if (json.token() == JsonToken.START_OBJECT) {
        VariableScaleDecimal.read(json, out, ordinal);
      } else {
        other.read(json, out, ordinal);
      }
    };
  }
}
