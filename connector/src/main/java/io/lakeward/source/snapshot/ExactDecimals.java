package io.lakeward.source.snapshot;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Decimals of text with all their digits. Spark's readers would round one that has more of them
 * than its column.
 */
final class ExactDecimals {

  private ExactDecimals() {}

  /** The columns as which files are read: decimals are text. */
  static StructType asText(StructType columns) {
    return new StructType(
        Arrays.stream(columns.fields())
            .map(
                f ->
                    isDecimal(f)
                        ? new StructField(f.name(), DataTypes.StringType, true, f.metadata())
                        : f)
            .toArray(StructField[]::new));
  }

  /** The rows of files in which decimals were read as text, with the declared columns. */
  static Dataset<Row> of(Dataset<Row> read, StructType declared) {
    if (Arrays.stream(declared.fields()).noneMatch(ExactDecimals::isDecimal)) {
      return read;
    }
    return read.select(
        Arrays.stream(read.columns())
            .map(name -> column(read, name, declared))
            .toArray(Column[]::new));
  }

  private static Column column(Dataset<Row> read, String name, StructType declared) {
    Column value = read.col("`" + name.replace("`", "``") + "`");
    Optional<StructField> decimal =
        Arrays.stream(declared.fields())
            .filter(field -> field.name().equals(name) && isDecimal(field))
            .findFirst();
    return decimal.isEmpty()
        ? value
        : functions
            .udf(new Parse((DecimalType) decimal.get().dataType()), decimal.get().dataType())
            .apply(value, functions.col("_metadata.file_path"))
            .as(name);
  }

  private static boolean isDecimal(StructField field) {
    return field.dataType() instanceof DecimalType;
  }

  /**
   * The value as one of the type.
   *
   * @return empty where it has more digits than the type, before the point or behind it
   */
  static Optional<BigDecimal> exact(BigDecimal value, DecimalType type) {
    long digits = (long) value.precision() - value.scale();
    if (value.signum() != 0 && digits > type.precision() - type.scale()) {
      return Optional.empty(); // to write it out may take more memory than there is
    }
    try {
      return Optional.of(value.setScale(type.scale(), RoundingMode.UNNECESSARY))
          .filter(exact -> exact.precision() <= type.precision());
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  private record Parse(DecimalType type) implements UDF2<String, String, BigDecimal> {

    @Override
    public BigDecimal call(String text, String file) {
      if (text == null) {
        return null;
      }
      try {
        Optional<BigDecimal> exact = exact(new BigDecimal(text), type);
        if (exact.isPresent()) {
          return exact.get();
        }
      } catch (NumberFormatException e) {
        // Told below.
      }
      throw new IllegalArgumentException(RefusedRows.message(file, misfit(text, type)));
    }
  }

  /** What is wrong with a text that is no such decimal. */
  static String misfit(String text, DecimalType type) {
    return RefusedRows.cut(text) + " is no " + type.sql();
  }
}
