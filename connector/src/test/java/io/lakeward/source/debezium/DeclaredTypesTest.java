package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.change.RejectReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.ShownValue;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.json.EpochUnit;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Records without embedded schema: values are read by the declared type, never by their look. */
class DeclaredTypesTest {

  private static final String REFUSED = "refused";

  @ParameterizedTest(name = "{0} {1} {2} {3}")
  @MethodSource
  void valueIsOfTheDeclaredType(
      DecimalEncoding decimals, EpochUnit unit, String type, String json, String expected) {
    DebeziumJsonFormat format =
        DebeziumJsonFormat.builder()
            .declaredSchema(StructType.fromDDL("id INT, v " + type))
            .decimals(decimals)
            .temporalPrecision(unit)
            .build();
    DataType declared = DataType.fromDDL(type);
    Layout layout =
        new Layout(
            List.of(
                Layout.Column.key("id", DataTypes.IntegerType),
                Layout.Column.value("v", declared)));
    SourceRecord record = record("{\"id\":1}", bare("c", "null", "{\"id\":1,\"v\":" + json + "}"));
    Decoded decoded = format.decoder(layout).decode(record);
    if (expected.equals(REFUSED)) {
      assertThat(decoded)
          .isInstanceOfSatisfying(
              Decoded.Rejected.class,
              r -> assertThat(r.reason()).isEqualTo(RejectReason.VALUE_OUT_OF_TYPE));
    } else {
      assertThat(decoded).isInstanceOf(Decoded.Changes.class);
      assertThat(ShownValue.of(((Decoded.Changes) decoded).changes().get(0).row(), 1, declared))
          .isEqualTo(expected);
    }
  }

  static Stream<Arguments> valueIsOfTheDeclaredType() {
    DecimalEncoding precise = DecimalEncoding.PRECISE;
    EpochUnit micros = EpochUnit.MICROS;
    return Stream.of(
        arguments(precise, micros, "DECIMAL(10,2)", "\"BBo=\"", "10.50"),
        arguments(precise, micros, "DECIMAL(10,2)", "{\"scale\":1,\"value\":\"Fg==\"}", "2.20"),
        arguments(precise, micros, "DECIMAL(10,0)", "{\"scale\":1,\"value\":\"Fg==\"}", REFUSED),
        arguments(precise, micros, "STRING", "{\"scale\":1,\"value\":\"Fg==\"}", "2.2"),
        arguments(precise, micros, "DECIMAL(10,2)", "10.5", REFUSED),
        arguments(DecimalEncoding.STRING, micros, "DECIMAL(10,2)", "\"10.5\"", "10.50"),
        arguments(DecimalEncoding.STRING, micros, "DECIMAL(10,2)", "\"NaN\"", REFUSED),
        arguments(DecimalEncoding.STRING, micros, "DECIMAL(10,2)", "10.5", REFUSED),
        arguments(DecimalEncoding.DOUBLE, micros, "DECIMAL(10,2)", "10.5", "10.50"),
        arguments(DecimalEncoding.DOUBLE, micros, "DECIMAL(10,2)", "10.505", REFUSED),
        arguments(precise, micros, "DATE", "19358", "2023-01-01"),
        arguments(precise, micros, "DATE", "\"2023-01-01\"", "2023-01-01"),
        arguments(
            precise, micros, "TIMESTAMP_NTZ", "1690366967048491", "2023-07-26 10:22:47.048491"),
        arguments(
            precise, EpochUnit.MILLIS, "TIMESTAMP_NTZ", "1666344460000", "2022-10-21 09:27:40"),
        arguments(precise, EpochUnit.NANOS, "TIMESTAMP_NTZ", "1690366967048491001", REFUSED),
        arguments(
            precise, micros, "TIMESTAMP_NTZ", "\"2022-10-21T09:27:40\"", "2022-10-21 09:27:40"),
        arguments(precise, micros, "TIMESTAMP_NTZ", "\"2022-10-21T09:27:40+02:00\"", REFUSED),
        arguments(
            precise, micros, "TIMESTAMP", "\"2022-10-21T09:27:40+02:00\"", "2022-10-21 07:27:40"),
        arguments(precise, micros, "BIGINT", "\"5\"", REFUSED),
        arguments(precise, micros, "STRING", "5", REFUSED));
  }
}
