package io.lakeward.source.json;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * How values of a declared schema are written: by the declared type, and where a format has a
 * choice, by that format's {@link Dialect}. {@code tinyint} and {@code smallint} become {@code
 * int}, which is the least that Iceberg has; their bounds are kept.
 */
public final class DeclaredTypes {

  /** The choices that a declared type leaves open. */
  public interface Dialect {

    /** How whole numbers between these bounds, both included, are written. */
    default ValueReader wholeNumbers(long least, long most) {
      return least == Long.MIN_VALUE && most == Long.MAX_VALUE
          ? Numbers::readLong
          : Numbers.between(least, most);
    }

    /** How numbers of double precision are written. */
    default ValueReader doubles() {
      return Numbers::readDouble;
    }

    /** How numbers of single precision are written. */
    default ValueReader floats() {
      return Numbers::readFloat;
    }

    /** How bytes are written. */
    default ValueReader binaries() {
      return Texts::readBase64;
    }

    /** How structs are written, whose fields are written like this. */
    default JsonType structs(StructJson plain) {
      return plain;
    }

    /** How maps are written, whose keys and values are written like this. */
    default JsonType maps(MapJson plain) {
      return plain;
    }

    /** How decimals of this type are written. */
    ValueReader decimals(DecimalType type);

    /** How text is written. */
    ValueReader texts();

    /** How dates are written. */
    ValueReader dates();

    /** How instants are written. */
    ValueReader instants();

    /** How timestamps of no zone are written. */
    ValueReader localTimestamps();

    /** How times of day are written, and what they become; empty where they cannot be declared. */
    default Optional<JsonType> timesOfDay() {
      return Optional.empty();
    }

    /** What structs of this type become where they are no structs in a table. */
    default Optional<JsonType> inPlaceOf(StructType type) {
      return Optional.empty();
    }
  }

  private final Dialect dialect;

  /** The types of a format. */
  public DeclaredTypes(Dialect dialect) {
    this.dialect = dialect;
  }

  /**
   * The way in which values of this type are written.
   *
   * @throws LakewardException MAPPING_INVALID for a type that a table cannot have
   */
  public JsonType of(DataType type) {
    if (type instanceof StructType struct) {
      return dialect.inPlaceOf(struct).orElseGet(() -> struct(struct));
    } else if (type instanceof ArrayType array) {
      return new ArrayJson(of(array.elementType()));
    } else if (type instanceof MapType map) {
      return dialect.maps(new MapJson(of(map.keyType()), of(map.valueType())));
    } else if (type instanceof ByteType) {
      return JsonType.scalar(
          DataTypes.IntegerType, dialect.wholeNumbers(Byte.MIN_VALUE, Byte.MAX_VALUE));
    } else if (type instanceof ShortType) {
      return JsonType.scalar(
          DataTypes.IntegerType, dialect.wholeNumbers(Short.MIN_VALUE, Short.MAX_VALUE));
    } else if (type instanceof IntegerType) {
      return JsonType.scalar(type, dialect.wholeNumbers(Integer.MIN_VALUE, Integer.MAX_VALUE));
    } else if (type instanceof StringType) {
      return JsonType.scalar(DataTypes.StringType, dialect.texts());
    } else if (type instanceof TimeType) {
      return dialect.timesOfDay().orElseThrow(() -> impossible(type));
    }
    return JsonType.scalar(type, scalarReader(type));
  }

  private JsonType struct(StructType struct) {
    List<StructField> fields = Arrays.asList(struct.fields());
    return dialect.structs(
        new StructJson(
            fields.stream().map(StructField::name).toList(),
            fields.stream().map(field -> of(field.dataType())).toList()));
  }

  private ValueReader scalarReader(DataType type) {
    if (type instanceof LongType) {
      return dialect.wholeNumbers(Long.MIN_VALUE, Long.MAX_VALUE);
    } else if (type instanceof BooleanType) {
      return Numbers::readBoolean;
    } else if (type instanceof DoubleType) {
      return dialect.doubles();
    } else if (type instanceof FloatType) {
      return dialect.floats();
    } else if (type instanceof DecimalType decimal) {
      return dialect.decimals(decimal);
    } else if (type instanceof BinaryType) {
      return dialect.binaries();
    } else if (type instanceof DateType) {
      return dialect.dates();
    } else if (type instanceof TimestampType) {
      return dialect.instants();
    } else if (type instanceof TimestampNTZType) {
      return dialect.localTimestamps();
    }
    throw impossible(type);
  }

  private static LakewardException impossible(DataType type) {
    return LakewardException.of(ErrorCode.MAPPING_INVALID)
        .fact("key", "schema")
        .fact("type", type.catalogString())
        .advice("declare a type that a table can have")
        .build();
  }
}
