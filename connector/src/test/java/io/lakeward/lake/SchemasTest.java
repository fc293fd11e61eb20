package io.lakeward.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.source.RecordShape;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemasTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_lakeward",
        "_Lakeward_x",
        "_file",
        "_pos",
        "_POS",
        "_deleted",
        "_spec_id",
        "_partition",
        "_row_id",
        "_last_updated_sequence_number"
      })
  void namesThatOthersNeedAreRefused(String name) {
    assertThatThrownBy(() -> Schemas.of(shape("id", name)))
        .hasMessageStartingWith("RESERVED_COLUMN_NAME")
        .hasMessageContaining("column=" + name);
  }

  @Test
  void bookkeepingComesLast() {
    assertThat(Schemas.of(shape("id", "_id", "file")).columns())
        .extracting("name")
        .containsExactly("id", "_id", "file", "_lakeward");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ARRAY<INT>", "MAP<STRING, INT>", "STRUCT<a: ARRAY<INT>>"})
  void keysWithoutAnOrderAreRefused(String type) {
    RecordShape.Column key = new RecordShape.Column("id", DataType.fromDDL(type), null);
    assertThatThrownBy(
            () -> Schemas.of(new RecordShape(List.of(key), List.of("id"), DataTypes.LongType)))
        .hasMessageStartingWith("NON_ORDERABLE_KEY")
        .hasMessageContaining("column=id");
  }

  private static RecordShape shape(String... names) {
    return new RecordShape(
        List.of(names).stream()
            .map(name -> new RecordShape.Column(name, DataTypes.StringType, null))
            .toList(),
        List.of("id"),
        DataTypes.LongType);
  }
}
