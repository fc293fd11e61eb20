package io.lakeward.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Fields of a column that a source lacks. To read null for them would be a guess. */
final class AbsentFields {
  private AbsentFields() {}

  /**
   * The fields of structs, those in lists and maps too, that the table has and the source does not.
   *
   * @param stored the column's type in the table
   * @param source its type in the source
   * @param column the column's name, with which their paths begin
   */
  static List<String> of(DataType stored, DataType source, String column) {
    List<String> absent = new ArrayList<>();
    add(stored, source, column, absent);
    return absent;
  }

  private static void add(DataType stored, DataType source, String path, List<String> absent) {
    if (stored instanceof ArrayType array && source instanceof ArrayType given) {
      add(array.elementType(), given.elementType(), path + ".element", absent);
    } else if (stored instanceof MapType map && source instanceof MapType given) {
      add(map.keyType(), given.keyType(), path + ".key", absent);
      add(map.valueType(), given.valueType(), path + ".value", absent);
    } else if (stored instanceof StructType struct && source instanceof StructType given) {
      for (StructField field : struct.fields()) {
        String name = path + "." + field.name();
        if (Arrays.asList(given.fieldNames()).contains(field.name())) {
          add(field.dataType(), given.apply(field.name()).dataType(), name, absent);
        } else {
          absent.add(name);
        }
      }
    }
  }
}
