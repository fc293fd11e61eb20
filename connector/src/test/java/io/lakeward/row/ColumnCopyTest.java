package io.lakeward.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.source.TestCompiler;
import io.lakeward.source.expression.CompiledExpressions;
import io.lakeward.source.expression.MappingExpression;
import io.lakeward.source.expression.MappingExpression.Use;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes from a column into another, and what does not. */
class ColumnCopyTest {

  @RegisterExtension static final TestCompiler COMPILER = new TestCompiler();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "named_struct('y', 'b', 'x', 2) | STRUCT<x: INT, y: STRING> | {2, b}",
        "named_struct('q', 1, 'p', 2)   | STRUCT<p: INT, q: INT>    | {2, 1}",
        "named_struct('x', 2)           | STRUCT<x: BIGINT, y: INT> | {2, null}",
        "array(1, null, 3)              | ARRAY<BIGINT>             | [1, null, 3]",
        "array(named_struct('b', 1, 'a', 'x')) | ARRAY<STRUCT<a: STRING, b: BIGINT>> | [{x, 1}]",
        "map('k', 1)                    | MAP<STRING, BIGINT>       | {k -> 1}",
        "map(1, named_struct('b', 1, 'a', 2)) | MAP<BIGINT, STRUCT<a: INT, b: INT>> | {1 -> {2, 1}}",
        "named_struct('s', named_struct('d', cast(1.5 as decimal(2,1)), 'n', cast(null as int)))"
            + " | STRUCT<s: STRUCT<n: INT, d: DECIMAL(5,2)>> | {{null, 1.50}}",
        "slice(array(1), 1, 0)           | ARRAY<BIGINT>             | []"
      })
  void partsGoByNameIntoWhatHoldsThem(String value, String column, String expected) {
    assertThat(copied(value, DataType.fromDDL(column))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "named_struct('x', 1, 'y', 2) | STRUCT<x: INT>",
        "named_struct('x', 1)         | STRING",
        "named_struct('x', 1)         | ARRAY<INT>",
        "array(1)                     | MAP<INT, INT>",
        "map(1, 2)                    | STRUCT<x: INT>",
        "array(3000000000)            | ARRAY<INT>"
      })
  void whatWouldLoseAPartIsRefused(String value, String column) {
    assertThatThrownBy(() -> copied(value, DataType.fromDDL(column)))
        .isInstanceOf(ValueRefused.class);
  }

  @Test
  void oneCopyServesColumnsOfSeveralTypes() {
    StructType type = new StructType().add("a", DataTypes.IntegerType).add("b", DataTypes.LongType);
    ColumnCopy copy = ColumnCopy.of(type);
    InternalRow row =
        new GenericInternalRow(new Object[] {new GenericInternalRow(new Object[] {1, 2L})});
    assertThat(text(copy, row, DataType.fromDDL("STRUCT<b: BIGINT, a: BIGINT>")))
        .isEqualTo("{2, 1}");
    assertThat(text(copy, row, DataType.fromDDL("STRUCT<a: INT, b: BIGINT>"))).isEqualTo("{1, 2}");
  }

  private static String copied(String sql, DataType column) {
    CompiledExpressions compiled =
        COMPILER
            .get()
            .compile(
                new StructType(),
                List.of(new MappingExpression("add_columns", List.of(sql), Use.COLUMN)));
    return text(
        ColumnCopy.of(compiled.types().get(0)),
        compiled.evaluation().value(0, InternalRow.empty()),
        column);
  }

  private static String text(ColumnCopy copy, InternalRow row, DataType column) {
    RowTarget target = new RowTarget(new StructType().add("v", column));
    target.begin();
    copy.copy(row, 0, target.columns()[0], 0);
    Object written = target.row().copy().get(0, column);
    return new Cast(
            Literal.create(written, column), DataTypes.StringType, scala.Option.apply("UTC"))
        .eval(InternalRow.empty())
        .toString();
  }
}
