package io.lakeward.source.snapshot;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.json.JSONOptions;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Looks for what Spark's reader would pass over or round in JSON: values behind the first one of a
 * line, so that files without line breaks would lose all rows but one; names that differ from the
 * schema's by case, so that a column would be null; decimals with more digits than their columns.
 */
final class JsonCheck implements UDF2<String, String, Boolean> {

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final JSONOptions options;
  private final StructType columns;
  private final SeenColumns seen;
  private transient JsonFactory factory;

  /**
   * A check of what is read so.
   *
   * @param columns those that the mapping declares; none where it declares none
   * @param seen takes those of them that records have
   */
  JsonCheck(Map<String, String> options, StructType columns, SeenColumns seen) {
    this.options =
        new JSONOptions(
            scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(options)),
            "UTC",
            "");
    this.columns = columns;
    this.seen = seen;
  }

  /**
   * Reads all files of a path once, by line or, where the reader does so, as a whole.
   *
   * @param options the reader's
   * @return the columns that no record has; none where there is no record
   * @throws Exception what Spark throws where a file does not pass
   */
  static Set<String> check(
      SparkSession session, Path path, Map<String, String> options, StructType columns) {
    boolean whole = Boolean.parseBoolean(options.get("multiLine"));
    Dataset<Row> texts =
        session
            .read()
            .format("text")
            .options(options)
            .option("wholetext", whole)
            // A partition may be named like the column of the text.
            .option("recursiveFileLookup", "true")
            .load(path.toString());
    SeenColumns seen = new SeenColumns(columns.size());
    session.sparkContext().register(seen);
    Column passes =
        functions
            .udf(new JsonCheck(options, columns, seen), DataTypes.BooleanType)
            .apply(functions.col("value"), functions.col("_metadata.file_path"));
    texts.where(functions.not(passes)).count();
    return seen.absent(columns);
  }

  /**
   * True.
   *
   * @param text a line, or a whole file
   * @param file its place, for the error
   * @throws IllegalArgumentException with the message of {@link RefusedRows}
   */
  @Override
  public Boolean call(String text, String file) {
    if (factory == null) {
      factory = options.buildJsonFactory();
    }
    String json = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    try (JsonParser parser = factory.createParser(json)) {
      if (parser.nextToken() != null) {
        check(parser, rootType(parser));
        requireEnd(parser);
      }
      return true;
    } catch (JsonMisfit e) {
      throw new IllegalArgumentException(RefusedRows.message(file, e.getMessage()), e);
    } catch (IOException e) {
      String problem = "it is not JSON, " + SnapshotFailure.firstLine(e);
      throw new IllegalArgumentException(RefusedRows.message(file, problem), e);
    }
  }

  private DataType rootType(JsonParser parser) {
    return parser.currentToken() == JsonToken.START_ARRAY ? new ArrayType(columns, true) : columns;
  }

  private static void requireEnd(JsonParser parser) throws IOException {
    if (parser.nextToken() != null) {
      throw new JsonMisfit(
          "a line has more than one value, the second in column "
              + parser.currentTokenLocation().getColumnNr());
    }
  }

  /**
   * Reads a value to its end; of a type that is not declared, or not that of the value, no more.
   */
  private void check(JsonParser parser, DataType type) throws IOException {
    JsonToken token = parser.currentToken();
    if (type instanceof StructType struct && token == JsonToken.START_OBJECT) {
      checkFields(parser, struct);
    } else if (type instanceof MapType map && token == JsonToken.START_OBJECT) {
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        parser.nextToken();
        check(parser, map.valueType());
      }
    } else if (type instanceof ArrayType array && token == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        check(parser, array.elementType());
      }
    } else if (type instanceof DecimalType decimal && token.isScalarValue()) {
      checkDecimal(parser, decimal);
    } else {
      parser.skipChildren();
    }
  }

  private void checkFields(JsonParser parser, StructType struct) throws IOException {
    boolean isRecord = struct == columns;
    if (isRecord) {
      seen.addRecord();
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      OptionalInt column = ordinalOf(parser.currentName(), struct);
      parser.nextToken();
      if (isRecord) {
        column.ifPresent(seen::add);
      }
      check(
          parser,
          column.isPresent() ? struct.fields()[column.getAsInt()].dataType() : DataTypes.NullType);
    }
  }

  private static OptionalInt ordinalOf(String name, StructType struct) {
    StructField other = null;
    StructField[] fields = struct.fields();
    for (int i = 0; i < fields.length; i++) {
      if (fields[i].name().equals(name)) {
        return OptionalInt.of(i);
      } else if (fields[i].name().equalsIgnoreCase(name)) {
        other = fields[i];
      }
    }
    if (other != null) {
      throw new JsonMisfit(
          "the field %s is not written as the declared column %s".formatted(name, other.name()));
    }
    return OptionalInt.empty();
  }

  private static void checkDecimal(JsonParser parser, DecimalType type) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    String text = parser.getText();
    Optional<BigDecimal> exact;
    try {
      exact = ExactDecimals.exact(new BigDecimal(text), type);
    } catch (NumberFormatException e) {
      exact = Optional.empty();
    }
    if (exact.isEmpty()) {
      throw new JsonMisfit(
          "%s of %s".formatted(ExactDecimals.misfit(text, type), parser.currentName()));
    }
  }

  /** JSON that is not as the schema wants it. */
  private static final class JsonMisfit extends RuntimeException {
    JsonMisfit(String message) {
      super(message);
    }
  }
}
