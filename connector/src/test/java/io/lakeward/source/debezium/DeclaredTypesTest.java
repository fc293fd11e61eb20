package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.RejectReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.RecordShape;
import io.lakeward.source.ShownValue;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.TestCompiler;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records without embedded schema: values are read by the declared type, never by their look. */
class DeclaredTypesTest {

  @RegisterExtension static final TestCompiler COMPILER = new TestCompiler();

  static List<DeclaredTypeCase> valueIsOfTheDeclaredType() {
    return DeclaredTypeCase.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  @DisplayName("T2, T18, T22: a value without a schema is of the declared type, or refused")
  void valueIsOfTheDeclaredType(DeclaredTypeCase given) {
    RecordFormat format = given.format(COMPILER.get());
    RecordShape shape =
        ((Decoded.Unfit) format.decoder(Layout.NONE).decode(holding(given, "null"))).shape();
    DataType type = shape.columns().get(1).type();
    assertThat(type.catalogString()).isEqualTo(given.column());
    Decoded decoded = format.decoder(layoutOf(shape)).decode(holding(given, given.json()));
    if (given.value().isEmpty()) {
      assertThat(decoded)
          .isInstanceOfSatisfying(
              Decoded.Rejected.class,
              r -> assertThat(r.reason()).isEqualTo(RejectReason.VALUE_OUT_OF_TYPE));
    } else {
      assertThat(decoded).isInstanceOf(Decoded.Changes.class);
      InternalRow row = ((Decoded.Changes) decoded).changes().get(0).row();
      assertThat(ShownValue.of(row, 1, type)).isEqualTo(given.value().get());
    }
  }

  private static SourceRecord holding(DeclaredTypeCase given, String json) {
    String row = "{\"id\":1,\"v\":" + json + "}";
    return given.isPlain() ? record("1", row) : record("{\"id\":1}", bare("c", "null", row));
  }
}
