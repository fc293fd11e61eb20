package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.time.ZoneId;
import java.util.Optional;

/**
 * How a record is decoded.
 *
 * @param format the envelope
 * @param schema the declared columns, where records carry no schema of their own
 * @param decimal how exact decimals are written where records carry no schema
 * @param temporalPrecision the unit of timestamps where records carry no schema
 * @param timeZone the zone of timestamps that the source writes without one
 * @param unavailableValue the text that stands for a value which the source did not send
 * @param infinity what an infinite value becomes
 * @param timeOfDay what times of day are in the table
 * @param geometry what geometries are in the table
 * @param metadataPrefix what the names of fields begin with that Debezium's transform added to a
 *     flattened row
 */
public record Encoding(
    Format format,
    Optional<DeclaredSchema> schema,
    DecimalMode decimal,
    TemporalPrecision temporalPrecision,
    Optional<ZoneId> timeZone,
    String unavailableValue,
    Infinity infinity,
    TimeOfDayForm timeOfDay,
    GeometryForm geometry,
    String metadataPrefix) {

  /** Debezium's own placeholder for a value that the source did not send. */
  public static final String UNAVAILABLE_VALUE = "__debezium_unavailable_value";

  /** The prefix of Debezium's transform, unless configured otherwise. */
  public static final String METADATA_PREFIX = "__";

  /**
   * How Debezium writes JSON as long as nothing is said. Of snapshots, which are no records,
   * nothing of it counts but the columns, where their format does not carry them.
   */
  public static Encoding ofDebezium(Optional<DeclaredSchema> schema) {
    return new Encoding(
        Format.DEBEZIUM_JSON,
        schema,
        DecimalMode.PRECISE,
        TemporalPrecision.MICROS,
        Optional.empty(),
        UNAVAILABLE_VALUE,
        Infinity.FAIL,
        TimeOfDayForm.TEXT,
        GeometryForm.STRUCT,
        METADATA_PREFIX);
  }

  public Encoding {
    requireNonNull(format, "format");
    requireNonNull(decimal, "decimal");
    requireNonNull(temporalPrecision, "temporalPrecision");
    requireNonNull(timeZone, "timeZone");
    Checks.text(unavailableValue, "unavailableValue");
    requireNonNull(infinity, "infinity");
    requireNonNull(timeOfDay, "timeOfDay");
    requireNonNull(geometry, "geometry");
    Checks.text(metadataPrefix, "metadataPrefix");
    if (format.isCustom() && schema.isEmpty()) {
      throw new IllegalArgumentException("Cannot decode custom events without a schema");
    }
  }
}
