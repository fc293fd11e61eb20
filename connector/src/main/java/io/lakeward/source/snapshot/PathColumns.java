package io.lakeward.source.snapshot;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.types.DataTypes;

/**
 * What the version of a path can be told by: {@code path}, all of it as text, and each {@code
 * name=value} segment as a column. It is a {@code BIGINT} where the value is all digits, a {@code
 * DATE} where it is {@code yyyy-MM-dd}, a {@code TIMESTAMP} where it is an ISO date-time (with a
 * space for the T too; in UTC where it has no offset), else a {@code STRING}. Values are unescaped
 * as Hive's and Spark's partitions are.
 */
final class PathColumns {

  /** The column with the path. */
  private static final String PATH = "path";

  /** What Hive and Spark write for null. */
  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?([Zz]|[+-].*)?");

  private PathColumns() {}

  /** The columns of a path. */
  static PlaceColumns of(Path path) {
    PlaceColumns columns = PlaceColumns.NONE.with(PATH, DataTypes.StringType, path.toString());
    for (String segment : path.toUri().getPath().split("/")) {
      int equals = segment.indexOf('=');
      if (equals > 0) {
        columns = typed(columns, unescaped(segment, 0, equals), segment.substring(equals + 1));
      }
    }
    return columns;
  }

  private static PlaceColumns typed(PlaceColumns columns, String name, String escaped) {
    if (escaped.equals(NULL)) {
      return columns.with(name, DataTypes.StringType, null);
    }
    String value = ExternalCatalogUtils.unescapePathName(escaped);
    Optional<Long> number = number(value);
    if (number.isPresent()) {
      return columns.with(name, DataTypes.LongType, number.get());
    }
    Optional<LocalDate> date = date(value);
    if (date.isPresent()) {
      return columns.with(name, DataTypes.DateType, date.get());
    }
    Optional<Instant> time = time(value);
    return time.isPresent()
        ? columns.with(name, DataTypes.TimestampType, time.get())
        : columns.with(name, DataTypes.StringType, value);
  }

  private static String unescaped(String segment, int from, int to) {
    return ExternalCatalogUtils.unescapePathName(segment.substring(from, to));
  }

  private static Optional<Long> number(String value) {
    try {
      return DIGITS.matcher(value).matches()
          ? Optional.of(Long.parseLong(value))
          : Optional.empty();
    } catch (NumberFormatException e) {
      // More digits than a BIGINT has: it stays text.
      return Optional.empty();
    }
  }

  private static Optional<LocalDate> date(String value) {
    try {
      return DATE.matcher(value).matches() ? Optional.of(LocalDate.parse(value)) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> time(String value) {
    if (!DATE_TIME.matcher(value).matches()) {
      return Optional.empty();
    }
    String iso = value.replace(' ', 'T');
    try {
      boolean local = iso.matches(".*:\\d{2}(\\.\\d+)?") && !iso.matches(".*[+-]\\d{2}:\\d{2}");
      return Optional.of(
          local
              ? LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC)
              : OffsetDateTime.parse(iso).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
