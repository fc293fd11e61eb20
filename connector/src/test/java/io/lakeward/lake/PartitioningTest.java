package io.lakeward.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transforms in Spark's words, read and said again. */
class PartitioningTest {

  private static final Schema SCHEMA =
      new Schema(
          NestedField.required(1, "id", Types.LongType.get()),
          NestedField.optional(2, "created_at", Types.TimestampType.withZone()),
          NestedField.optional(3, "a b", Types.StringType.get()),
          NestedField.optional(
              4,
              "place",
              Types.StructType.of(NestedField.optional(5, "city", Types.StringType.get()))));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id | id | identity",
        "years(created_at) | created_at | year",
        "months(created_at) | created_at | month",
        "days(created_at) | created_at | day",
        "hours(created_at) | created_at | hour",
        "bucket(16, id) | id | bucket[16]",
        "truncate(10, `a b`) | a b | truncate[10]",
        "place.city | place.city | identity"
      })
  void isReadAndSaidAlike(String text, String column, String transform) {
    PartitionSpec spec = read(text);
    assertThat(SCHEMA.findColumnName(spec.fields().get(0).sourceId())).isEqualTo(column);
    assertThat(spec.fields().get(0).transform().toString()).isEqualTo(transform);
    List<String> said = Partitioning.described(spec);
    assertThat(read(said.toArray(String[]::new)).compatibleWith(spec)).as("%s", said).isTrue();
  }

  @Test
  void fieldsThatWereTakenAwayAreNotSaid() {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).alwaysNull("id").identity("a b").build();
    assertThat(Partitioning.described(spec)).hasSize(1);
  }

  private static PartitionSpec read(String... transforms) {
    return new Partitioning("t", Optional.of(List.of(transforms))).of(SCHEMA);
  }
}
