package io.lakeward.source;

import io.lakeward.row.LosslessTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Up to where a table is altered for records that ask for more than it has. Decoders and the lake
 * ask the same question here, so what one waits for the other does.
 */
public enum EvolutionLimit {
  /** The table stays as it is. */
  NONE,
  /** Columns are added, and fields of structs wherever these are. */
  ADD,
  /** Columns and fields are added, and numbers get a type that holds more of them. */
  WIDEN;

  /** Whether columns and fields may be added. */
  public boolean adds() {
    return this != NONE;
  }

  /**
   * The type to which a column that is not of the key is altered for records whose column is of
   * another type: the stored type itself where nothing of it may be altered. It need not hold all
   * values of the records then. To alter a type a second time changes nothing.
   */
  public DataType altered(DataType stored, DataType asked) {
    if (LosslessTypes.holds(stored, asked)) {
      return stored;
    } else if (stored instanceof StructType s && asked instanceof StructType a) {
      return altered(s, a);
    } else if (stored instanceof ArrayType s && asked instanceof ArrayType a) {
      DataType element = altered(s.elementType(), a.elementType());
      return element.equals(s.elementType()) ? s : new ArrayType(element, s.containsNull());
    } else if (stored instanceof MapType s && asked instanceof MapType a) {
      // Iceberg does not alter the keys of a map.
      DataType value = altered(s.valueType(), a.valueType());
      return value.equals(s.valueType())
          ? s
          : new MapType(s.keyType(), value, s.valueContainsNull());
    }
    return this == WIDEN ? LosslessTypes.widened(stored, asked).orElse(stored) : stored;
  }

  /**
   * As {@link #altered}, for a column of the key. The encoding of a number is that of the wider
   * type, so rows are found by their key as before; that of a struct would change with a field
   * more.
   */
  public DataType alteredKey(DataType stored, DataType asked) {
    return stored instanceof StructType ? stored : altered(stored, asked);
  }

  private StructType altered(StructType stored, StructType asked) {
    List<StructField> fields = new ArrayList<>(List.of(stored.fields()));
    boolean any = false;
    for (StructField wanted : asked.fields()) {
      int place = Arrays.asList(stored.fieldNames()).indexOf(wanted.name());
      if (place >= 0) {
        StructField held = fields.get(place);
        DataType type = altered(held.dataType(), wanted.dataType());
        any |= !type.equals(held.dataType());
        fields.set(place, new StructField(held.name(), type, held.nullable(), held.metadata()));
      } else if (adds() && twinOf(wanted.name(), fields).isEmpty()) {
        any = true;
        fields.add(
            new StructField(wanted.name(), wanted.dataType().asNullable(), true, Metadata.empty()));
      }
    }
    return any ? new StructType(fields.toArray(StructField[]::new)) : stored;
  }

  /** Spark does not tell names apart that differ by case only. */
  private static Optional<StructField> twinOf(String name, List<StructField> fields) {
    return fields.stream().filter(field -> field.name().equalsIgnoreCase(name)).findFirst();
  }
}
