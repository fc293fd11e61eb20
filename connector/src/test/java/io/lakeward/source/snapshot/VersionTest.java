package io.lakeward.source.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTest {

  private static Version parsed(String text, String ddl) {
    return Version.parse(text, DataType.fromDDL(ddl));
  }

  private static void assertAscending(List<Version> versions) {
    List<Version> shuffled = new ArrayList<>(versions);
    Collections.shuffle(shuffled);
    Collections.sort(shuffled);
    assertThat(shuffled).isEqualTo(versions);
    for (int i = 1; i < versions.size(); i++) {
      assertThat(Arrays.compareUnsigned(versions.get(i - 1).encoded(), versions.get(i).encoded()))
          .isNegative();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BIGINT | -9223372036854775808",
        "BIGINT | 20240101",
        "DOUBLE | 1.5",
        "DOUBLE | NaN",
        "DECIMAL(38,3) | -12345678901234567890123456789012345.678",
        "STRING | release é",
        "BOOLEAN | true",
        "BINARY | 00ff",
        "DATE | 2024-02-29",
        "DATE | -0044-03-15",
        "DATE | +12024-01-01",
        "TIMESTAMP | 2024-01-01T00:00:00.000001Z",
        "TIMESTAMP | -0001-01-01T00:00:00Z",
        "TIMESTAMP_NTZ | 2024-03-10T02:30",
        "TIMESTAMP_NTZ | 2024-03-10T02:30:00.123456",
        "STRUCT<year: BIGINT, part: STRING> | [\"2024\",\"a\\\"b\"]",
        "STRUCT<year: BIGINT, part: STRING> | [\"2024\",null]",
        "STRUCT<a: STRUCT<b: DATE>, a: DECIMAL(4,2)> | [\"[\\\"2024-01-01\\\"]\",\"1.50\"]"
      })
  void textIsReadAsTheSameVersion(String type, String text) {
    Version version = parsed(text, type);
    assertThat(version.text()).isEqualTo(text);
    assertThat(version.type().catalogString()).isEqualTo(DataType.fromDDL(type).catalogString());
    assertThat(Version.of(version.value(), version.type())).isEqualTo(version);
  }

  @Test
  void emptyTextIsAVersionToo() {
    assertThat(parsed("", "STRING").text()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BIGINT | 1.5",
        "BIGINT | ''",
        "BIGINT | 9223372036854775808",
        "DATE | 2024-02-30",
        "TIMESTAMP | 2024-01-01T00:00:00",
        "BOOLEAN | yes",
        "DECIMAL(4,2) | 123.45",
        "BINARY | 0",
        "STRUCT<a: BIGINT> | 1",
        "STRUCT<a: BIGINT> | [\"1\",\"2\"]",
        "STRUCT<a: BIGINT> | [\"x\"]",
        "STRUCT<a: BIGINT> | [",
      })
  void otherTextIsRefused(String type, String text) {
    assertThatThrownBy(() -> parsed(text, type)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void versionsHaveTheOrderOfTheirValues() {
    assertAscending(List.of(parsed("-5", "BIGINT"), parsed("0", "BIGINT"), parsed("10", "BIGINT")));
    assertAscending(List.of(parsed("10", "STRING"), parsed("9", "STRING"), parsed("é", "STRING")));
    assertAscending(
        List.of(
            parsed("-0001-01-01", "DATE"),
            parsed("1969-12-31", "DATE"),
            parsed("2024-01-01", "DATE")));
    assertAscending(
        List.of(
            parsed("-1.50", "DECIMAL(10,2)"),
            parsed("0.00", "DECIMAL(10,2)"),
            parsed("1.49", "DECIMAL(10,2)")));
    String struct = "STRUCT<a: BIGINT, b: STRING>";
    assertAscending(
        List.of(
            parsed("[\"1\",\"z\"]", struct),
            parsed("[\"2\",null]", struct),
            parsed("[\"2\",\"\"]", struct),
            parsed("[\"2\",\"a\"]", struct)));
  }

  @Test
  void wholeNumbersOfAllWidthsAreOneType() {
    Version version = Version.of(7L, DataTypes.LongType);
    assertThat(Version.of(7, DataTypes.IntegerType)).isEqualTo(version);
    assertThat(Version.of((short) 7, DataTypes.ShortType)).isEqualTo(version);
    assertThat(Version.of((byte) 7, DataTypes.ByteType)).isEqualTo(version);
    assertThat(version.type()).isEqualTo(DataTypes.LongType);
    assertThat(Version.of(1.5f, DataTypes.FloatType))
        .isEqualTo(Version.of(1.5, DataTypes.DoubleType));
    StructType narrow = new StructType().add("y", DataTypes.IntegerType, false);
    StructType wide = new StructType().add("y", DataTypes.LongType, true);
    Version struct = Version.of(new GenericInternalRow(new Object[] {2024}), narrow);
    assertThat(struct.type()).isEqualTo(wide);
    assertThat(struct).isEqualTo(Version.of(new GenericInternalRow(new Object[] {2024L}), wide));
  }

  @Test
  void versionsOfDifferentTypesAreNotCompared() {
    Version number = parsed("1", "BIGINT");
    Version text = parsed("1", "STRING");
    assertThat(number).isNotEqualTo(text);
    assertThatThrownBy(() -> number.compareTo(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ARRAY<BIGINT>", "MAP<STRING, BIGINT>", "STRUCT<a: ARRAY<BIGINT>>"})
  void typesWithoutAnOrderAreRefused(String type) {
    assertThatThrownBy(() -> Version.of(new Object(), DataType.fromDDL("ARRAY<BIGINT>")))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.NON_ORDERABLE_SEQUENCE));
    assertThatThrownBy(() -> Version.parse("[]", DataType.fromDDL(type)))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void valuesAreSparks() {
    assertThat(parsed("1.50", "DECIMAL(4,2)").value()).isEqualTo(Decimal.apply("1.50"));
    assertThat(parsed("a", "STRING").value()).isEqualTo(UTF8String.fromString("a"));
    assertThat(parsed("1970-01-02", "DATE").value()).isEqualTo(1);
  }
}
