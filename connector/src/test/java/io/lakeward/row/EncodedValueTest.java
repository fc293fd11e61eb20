package io.lakeward.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.change.OrderedBytes;
import java.math.BigDecimal;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EncodedValueTest {

  static Stream<Arguments> values() {
    return Stream.of(
        arguments("TINYINT", (byte) -1),
        arguments("SMALLINT", (short) 300),
        arguments("INT", Integer.MIN_VALUE),
        arguments("BIGINT", Long.MAX_VALUE),
        arguments("DATE", -1),
        arguments("TIMESTAMP", -1L),
        arguments("TIMESTAMP_NTZ", 0L),
        arguments("BOOLEAN", true),
        arguments("DOUBLE", -1.5),
        arguments("DOUBLE", Double.NaN),
        arguments("DOUBLE", Double.NEGATIVE_INFINITY),
        arguments("FLOAT", 1.5f),
        arguments("DECIMAL(38, 2)", decimal("-999999999999999999999999999999999999.99", 38, 2)),
        arguments("DECIMAL(5, 2)", decimal("0.01", 5, 2)),
        arguments("STRING", UTF8String.fromString("a\0b\0\0")),
        arguments("STRING", UTF8String.EMPTY_UTF8),
        arguments("BINARY", new byte[] {0, -1, 0, 0, 1}),
        arguments(
            "STRUCT<a: BIGINT, b: STRING, c: STRUCT<d: INT>>",
            new GenericInternalRow(
                new Object[] {7L, null, new GenericInternalRow(new Object[] {1})})));
  }

  private static Decimal decimal(String digits, int precision, int scale) {
    return Decimal.apply(new BigDecimal(digits), precision, scale);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("values")
  void whatWasEncodedIsRead(String ddl, Object value) {
    DataType type = DataType.fromDDL(ddl);
    assertThat(EncodedValue.of(encoded(type, value), type)).isEqualTo(value);
  }

  private static byte[] encoded(DataType type, Object value) {
    return OrderedColumns.of(new int[] {0}, new DataType[] {type})
        .encode(new GenericInternalRow(new Object[] {value}), new OrderedBytes());
  }

  @Test
  void bytesOfAnotherTypeAreRefused() {
    byte[] number = encoded(DataType.fromDDL("BIGINT"), 1L);
    assertThatThrownBy(() -> EncodedValue.of(number, DataType.fromDDL("BOOLEAN")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("boolean");
    assertThatThrownBy(() -> EncodedValue.of(number, DataType.fromDDL("DECIMAL(5, 2)")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
