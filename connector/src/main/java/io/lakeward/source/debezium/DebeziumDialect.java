package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.source.json.DeclaredTypes;
import io.lakeward.source.json.Numbers;
import io.lakeward.source.json.Texts;
import io.lakeward.source.json.Times;
import io.lakeward.source.json.ValueReader;
import java.time.ZoneOffset;
import org.apache.spark.sql.types.DecimalType;

/** How Debezium writes values of a declared schema (mapping contract, "Formats"). */
record DebeziumDialect(EnvelopeOptions options, Infinities infinities)
    implements DeclaredTypes.Dialect {

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
    return infinities.inDates(Times.textOr(Times::readIsoDate, Times::readEpochDays));
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
