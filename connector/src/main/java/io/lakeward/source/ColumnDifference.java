package io.lakeward.source;

import static java.util.Objects.requireNonNull;

import io.lakeward.row.LosslessTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A column or field of records that their table does not hold.
 *
 * @param path its name, below those of the columns it is in
 * @param stored its type in the table; empty where the table does not have it
 * @param record its type in the records
 */
public record ColumnDifference(String path, Optional<DataType> stored, DataType record) {
  public ColumnDifference {
    requireNonNull(path, "path");
    requireNonNull(stored, "stored");
    requireNonNull(record, "record");
  }

  /** A column that the table does not have. */
  public static ColumnDifference absent(String name, DataType record) {
    return new ColumnDifference(name, Optional.empty(), record);
  }

  /** All in which a column of the table falls short of that of records; none where it holds it. */
  public static List<ColumnDifference> between(String path, DataType stored, DataType record) {
    List<ColumnDifference> differences = new ArrayList<>();
    collect(path, stored, record, differences);
    return differences;
  }

  private static void collect(
      String path, DataType stored, DataType record, List<ColumnDifference> into) {
    if (LosslessTypes.holds(stored, record)) {
      return;
    } else if (stored instanceof StructType s && record instanceof StructType r) {
      for (StructField field : r.fields()) {
        collect(path + "." + field.name(), s, field, into);
      }
    } else if (stored instanceof ArrayType s && record instanceof ArrayType r) {
      collect(path + ".element", s.elementType(), r.elementType(), into);
    } else if (stored instanceof MapType s && record instanceof MapType r) {
      collect(path + ".key", s.keyType(), r.keyType(), into);
      collect(path + ".value", s.valueType(), r.valueType(), into);
    } else {
      into.add(new ColumnDifference(path, Optional.of(stored), record));
    }
  }

  private static void collect(
      String path, StructType stored, StructField field, List<ColumnDifference> into) {
    int place = Arrays.asList(stored.fieldNames()).indexOf(field.name());
    if (place < 0) {
      into.add(absent(path, field.dataType()));
    } else {
      collect(path, stored.fields()[place].dataType(), field.dataType(), into);
    }
  }

  /** The value of {@code schema_evolution} under which the table would be altered, if any. */
  public Optional<EvolutionLimit> allowedBy() {
    if (stored.isEmpty()) {
      return Optional.of(EvolutionLimit.ADD);
    }
    DataType wider = EvolutionLimit.WIDEN.altered(stored.get(), record);
    return LosslessTypes.holds(wider, record)
        ? Optional.of(EvolutionLimit.WIDEN)
        : Optional.empty();
  }

  /** For people: what is there, what comes. */
  @Override
  public String toString() {
    return path
        + ": the table has "
        + stored.map(DataType::catalogString).orElse("no such column")
        + ", the record "
        + record.catalogString();
  }
}
