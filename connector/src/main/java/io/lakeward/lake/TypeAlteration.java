package io.lakeward.lake;

import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Alters columns of a schema from one type to another that has all of it, by Iceberg's own steps: a
 * field is added, a number promoted. So ids, comments and defaults of what is there stay.
 *
 * @param schema takes the steps
 */
record TypeAlteration(UpdateSchema schema) {

  /**
   * Alters a column or field.
   *
   * @param path its full name
   */
  void apply(String path, DataType stored, DataType altered) {
    if (altered.equals(stored)) {
      return;
    } else if (stored instanceof StructType from && altered instanceof StructType to) {
      apply(path, from, to);
    } else if (stored instanceof ArrayType from && altered instanceof ArrayType to) {
      apply(path + ".element", from.elementType(), to.elementType());
    } else if (stored instanceof MapType from && altered instanceof MapType to) {
      apply(path + ".value", from.valueType(), to.valueType());
    } else {
      schema.updateColumn(path, SparkSchemaUtil.convert(altered).asPrimitiveType());
    }
  }

  private void apply(String path, StructType stored, StructType altered) {
    List<String> names = Arrays.asList(stored.fieldNames());
    for (StructField field : altered.fields()) {
      int place = names.indexOf(field.name());
      if (place < 0) {
        schema.addColumn(path, field.name(), SparkSchemaUtil.convert(field.dataType()));
      } else {
        apply(path + "." + field.name(), stored.fields()[place].dataType(), field.dataType());
      }
    }
  }
}
