package io.lakeward.mapping.file;

import io.lakeward.mapping.DecimalMode;
import io.lakeward.mapping.DeclaredSchema;
import io.lakeward.mapping.Encoding;
import io.lakeward.mapping.Format;
import io.lakeward.mapping.GeometryForm;
import io.lakeward.mapping.Infinity;
import io.lakeward.mapping.TemporalPrecision;
import io.lakeward.mapping.TimeOfDayForm;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** The keys of a flow that say how its records are decoded. */
final class EncodingSection {
  private EncodingSection() {}

  private static final Key<Format> FORMAT = new Key<>("format", Scalars.choice(Format.class));
  static final Key<DeclaredSchema> SCHEMA = new Key<>("schema", Containers.SCHEMA);
  private static final Key<DecimalMode> DECIMAL =
      new Key<>("decimal", Scalars.choice(DecimalMode.class));
  private static final Key<TemporalPrecision> TEMPORAL_PRECISION =
      new Key<>("temporal_precision", Scalars.choice(TemporalPrecision.class));
  private static final Key<ZoneId> TIME_ZONE = new Key<>("time_zone", Scalars.ZONE);
  private static final Key<String> UNAVAILABLE_VALUE = new Key<>("unavailable_value", Scalars.TEXT);
  private static final Key<Infinity> INFINITY =
      new Key<>("infinity", Scalars.choice(Infinity.class));
  private static final Key<TimeOfDayForm> TIME_OF_DAY =
      new Key<>("time_of_day", Scalars.choice(TimeOfDayForm.class));
  private static final Key<GeometryForm> GEOMETRY =
      new Key<>("geometry", Scalars.choice(GeometryForm.class));
  private static final Key<String> METADATA_PREFIX = new Key<>("metadata_prefix", Scalars.TEXT);

  /** The keys of the section. */
  static final List<Key<?>> KEYS =
      List.of(
          FORMAT,
          SCHEMA,
          DECIMAL,
          TEMPORAL_PRECISION,
          TIME_ZONE,
          UNAVAILABLE_VALUE,
          INFINITY,
          TIME_OF_DAY,
          GEOMETRY,
          METADATA_PREFIX);

  /** The format; empty where it is wrong. */
  static Optional<Format> format(Section section, Format defaultFormat) {
    return section.has(FORMAT) ? section.get(FORMAT) : Optional.of(defaultFormat);
  }

  /** Whether the events are the user's own. */
  static boolean isCustom(Section section, Format defaultFormat) {
    return format(section, defaultFormat).filter(Format::isCustom).isPresent();
  }

  static Optional<Encoding> read(Section section, Format defaultFormat) {
    Optional<Format> format = format(section, defaultFormat);
    Optional<DeclaredSchema> schema = section.get(SCHEMA);
    DecimalMode decimal = section.get(DECIMAL).orElse(DecimalMode.PRECISE);
    TemporalPrecision precision = section.get(TEMPORAL_PRECISION).orElse(TemporalPrecision.MICROS);
    Optional<ZoneId> timeZone = section.get(TIME_ZONE);
    String unavailable = section.get(UNAVAILABLE_VALUE).orElse(Encoding.UNAVAILABLE_VALUE);
    Infinity infinity = section.get(INFINITY).orElse(Infinity.FAIL);
    TimeOfDayForm timeOfDay = section.get(TIME_OF_DAY).orElse(TimeOfDayForm.TEXT);
    GeometryForm geometry = section.get(GEOMETRY).orElse(GeometryForm.STRUCT);
    String prefix = section.get(METADATA_PREFIX).orElse(Encoding.METADATA_PREFIX);
    format.ifPresent(known -> reportMisplaced(section, known));
    if (section.has(METADATA_PREFIX) && format.filter(Format::isFlattened).isEmpty()) {
      section.report(
          METADATA_PREFIX, "metadata_prefix goes with the flattened formats only", "Leave it out");
    }
    boolean undeclared = format.filter(Format::isCustom).isPresent() && schema.isEmpty();
    if (undeclared && !section.has(SCHEMA)) {
      section.report(
          SCHEMA,
          "the key schema is missing: format "
              + format.get().key()
              + " does not say what its columns are",
          "Write schema: \"id BIGINT, name STRING\"");
    }
    if (format.isEmpty() || undeclared) {
      return Optional.empty();
    }
    return Optional.of(
        new Encoding(
            format.get(),
            schema,
            decimal,
            precision,
            timeZone,
            unavailable,
            infinity,
            timeOfDay,
            geometry,
            prefix));
  }

  /** How times are written is said by the format in part, and the rest by the mapping. */
  private static void reportMisplaced(Section section, Format format) {
    if (!format.isCustom()) {
      reportWithout(
          section,
          TIME_ZONE,
          "time_zone goes with json and avro: Debezium says the zone of a timestamp, or it has none");
      return;
    }
    reportWithout(
        section,
        TEMPORAL_PRECISION,
        "temporal_precision goes with Debezium's formats: yours write times as ISO text");
    reportWithout(
        section,
        TIME_OF_DAY,
        "time_of_day goes with Debezium's formats: yours have the types of their schema");
    reportWithout(
        section,
        GEOMETRY,
        "geometry goes with Debezium's formats: yours have the types of their schema");
  }

  private static void reportWithout(Section section, Key<?> key, String problem) {
    if (section.has(key)) {
      section.report(key, problem, "Leave it out");
    }
  }
}
