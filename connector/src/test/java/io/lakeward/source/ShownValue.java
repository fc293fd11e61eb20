package io.lakeward.source;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** A value as text: as Spark prints it in a zone, but bytes in hex. */
public final class ShownValue {

  private final String zone;

  private ShownValue(String zone) {
    this.zone = zone;
  }

  /** A column of a row. */
  public static String of(InternalRow row, int ordinal, DataType type) {
    return in("UTC", row, ordinal, type);
  }

  /** A column of a row, for a session of this zone. */
  public static String in(String zone, InternalRow row, int ordinal, DataType type) {
    return new ShownValue(zone).text(row.get(ordinal, type), type);
  }

  private String text(Object value, DataType type) {
    if (value == null) {
      return "null";
    } else if (value instanceof byte[] bytes) {
      return HexFormat.of().withUpperCase().formatHex(bytes);
    } else if (value instanceof InternalRow row) {
      List<String> fields = new ArrayList<>();
      StructField[] types = ((StructType) type).fields();
      for (int i = 0; i < types.length; i++) {
        fields.add(text(row.get(i, types[i].dataType()), types[i].dataType()));
      }
      return "{" + String.join(", ", fields) + "}";
    } else if (value instanceof ArrayData array) {
      return "[" + String.join(", ", texts(array, ((ArrayType) type).elementType())) + "]";
    } else if (value instanceof MapData map) {
      List<String> keys = texts(map.keyArray(), ((MapType) type).keyType());
      List<String> values = texts(map.valueArray(), ((MapType) type).valueType());
      List<String> entries = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        entries.add(keys.get(i) + " -> " + values.get(i));
      }
      return "{" + String.join(", ", entries) + "}";
    }
    Literal literal = Literal.create(value, type);
    return String.valueOf(
        new Cast(literal, DataTypes.StringType, Option.apply(zone), EvalMode.LEGACY()).eval(null));
  }

  private List<String> texts(ArrayData array, DataType type) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < array.numElements(); i++) {
      texts.add(text(array.isNullAt(i) ? null : array.get(i, type), type));
    }
    return texts;
  }
}
