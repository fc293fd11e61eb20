package io.lakeward.row;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.source.json.DeclaredTypes;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.Numbers;
import io.lakeward.source.json.Texts;
import io.lakeward.source.json.Times;
import io.lakeward.source.json.ValueReader;
import java.io.IOException;
import java.time.ZoneOffset;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Option;

/** Copies between columns of different types: nothing is lost, or the value is refused. */
class ColumnCopyTest {

  @ParameterizedTest(name = "{2} from {0} to {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "bigint | int | 3000000000 | the value 3000000000 is no int",
        "struct<a:bigint> | struct<a:int> | {'a':3000000000} |"
            + " column a: the value 3000000000 is no int",
        "struct<a:int,b:int> | struct<a:int> | {'a':1,'b':2} |"
            + " column b: the value 2 is no field of the column",
        "array<struct<a:double>> | array<struct<a:float>> | [{'a':0.5},{'a':0.1}] |"
            + " column a: the value 0.1 is no float",
        "map<string,bigint> | map<string,int> | {'k':3000000000} |"
            + " the value 3000000000 is no int",
        "map<string,int> | struct<k:int> | {'k':1} | no struct",
        "array<int> | string | [1] | no string"
      })
  void whatWouldBeLostIsRefused(String from, String to, String json, String message) {
    assertThatThrownBy(() -> copied(from, to, json))
        .isInstanceOf(ValueRefused.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest(name = "{2} from {0} to {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "bigint | int | 7 | 7",
        "struct<a:int,b:int> | struct<b:int,a:int> | {'a':1,'b':2} | {2, 1}",
        "struct<a:int> | struct<z:string,a:bigint> | {'a':1} | {null, 1}",
        "struct<a:int,b:int> | struct<a:int> | {'a':1,'b':null} | {1}",
        "array<struct<a:int>> | array<struct<b:string,a:bigint>> | [{'a':1},null,{}] |"
            + " [{null, 1}, null, {null, null}]",
        "map<string,struct<a:int>> | map<string,struct<a:bigint,b:int>> |"
            + " {'k':{'a':1},'n':null} | {k -> {1, null}, n -> null}",
        "array<array<int>> | array<array<bigint>> | [[1,null],[]] | [[1, null], []]",
        "struct<s:struct<a:int>,t:int> | struct<t:bigint,s:struct<a:string>> |"
            + " {'s':{'a':1},'t':5} | {5, {1}}"
      })
  void fieldsGoByTheirNamesAndNumbersStayWhatTheyAre(
      String from, String to, String json, String expected) throws IOException {
    assertThat(copied(from, to, json)).isEqualTo(expected);
  }

  private static String copied(String from, String to, String json) throws IOException {
    DataType type = StructType.fromDDL("c " + from).apply("c").dataType();
    StructType target = StructType.fromDDL("c " + to);
    DataType column = target.apply("c").dataType();
    RowTarget out = new RowTarget(target);
    out.begin();
    ColumnCopy.of(type, column).copy(parsed(type, json), 0, out.columns()[0], 0);
    return new Cast(
            Literal.create(out.row().get(0, column), column),
            DataTypes.StringType,
            Option.apply("UTC"),
            EvalMode.LEGACY())
        .eval(null)
        .toString();
  }

  private static InternalRow parsed(DataType type, String json) throws IOException {
    RowTarget row = new RowTarget(new StructType().add("c", type));
    row.begin();
    byte[] bytes = json.replace('\'', '"').getBytes(UTF_8);
    try (JsonCursor cursor = new JsonCursor().open(bytes, 0, bytes.length)) {
      cursor.next();
      new DeclaredTypes(new PlainDialect())
          .of(type)
          .readerInto(type)
          .read(cursor, row.columns()[0], 0);
    }
    return row.row();
  }

  /** Values as people write them. */
  private static final class PlainDialect implements DeclaredTypes.Dialect {
    @Override
    public ValueReader decimals(DecimalType type) {
      return Numbers::readDecimal;
    }

    @Override
    public ValueReader texts() {
      return Texts::readText;
    }

    @Override
    public ValueReader dates() {
      return Times::readIsoDate;
    }

    @Override
    public ValueReader instants() {
      return Times.isoInstant(ZoneOffset.UTC);
    }

    @Override
    public ValueReader localTimestamps() {
      return Times::readIsoLocal;
    }
  }
}
