package io.lakeward.it.conformance;

import java.util.Locale;
import java.util.regex.Pattern;

/** The formats that snapshots come in. */
enum ExportFormat {
  PARQUET,
  JSON,
  CSV,
  AVRO,
  ORC,
  ICEBERG,
  JDBC;

  /** Types that neither CSV nor SQLite can hold. */
  private static final Pattern RICH =
      Pattern.compile("BINARY|ARRAY|STRUCT|MAP|TIMESTAMP|DATE|DECIMAL|BOOLEAN|FLOAT|DOUBLE");

  static ExportFormat of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }

  /** The format as a mapping names it. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether its snapshots are files, several of which lie beside each other. */
  boolean isOfFiles() {
    return this != ICEBERG && this != JDBC;
  }

  /** Whether the mapping must say the columns. */
  boolean needsSchema() {
    return this == JSON || this == CSV;
  }

  /** Whether the snapshots of a scenario can be written so. */
  boolean suits(SnapshotScenario scenario) {
    if (!scenario.formats().isEmpty()) {
      return scenario.formats().contains(this);
    }
    boolean plain = !RICH.matcher(scenario.exports().get(0).columns()).find();
    return (isOfFiles() || scenario.isNumbered())
        && (plain || (this != CSV && this != JDBC))
        && (scenario.isSteady() || !needsSchema());
  }
}
