package io.lakeward.source.custom;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.change.RejectReason;
import io.lakeward.error.LakewardException;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.Layout;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.TestCompiler;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns that a flow of plain JSON adds to those of its records. */
class AddedColumnsTest {

  @RegisterExtension static final TestCompiler COMPILER = new TestCompiler();

  private static JsonFormat.Builder users() {
    return JsonFormat.builder(
            StructType.fromDDL("id BIGINT, name STRING, seq BIGINT, op STRING, cols ARRAY<STRING>"))
        .keys(List.of("id"))
        .sequenceBy(List.of("seq"))
        .applyAsDeletes("op = 'DELETE'")
        .selection(new Selection(Set.of(), Set.of("op", "cols"), Map.of()));
  }

  private static Layout layoutOf(RecordShape shape) {
    return new Layout(
        shape.columns().stream()
            .map(
                c ->
                    shape.keys().contains(c.name())
                        ? Layout.Column.key(c.name(), c.type())
                        : Layout.Column.value(c.name(), c.type()))
            .toList(),
        shape.sequenceType());
  }

  private static Decoded decode(JsonFormat format, Layout layout, String value) {
    return format
        .decoder(layout)
        .decode(
            new SourceRecord()
                .at("feed", 1, 7, 1_000)
                .holding("k".getBytes(UTF_8), value.getBytes(UTF_8), SourceRecord.Headers.NONE));
  }

  private static DecodedChange change(JsonFormat format, String value) {
    Decoded decoded = decode(format, layoutOf(format.declaredShape().orElseThrow()), value);
    assertThat(decoded).isInstanceOf(Decoded.Changes.class);
    return ((Decoded.Changes) decoded).changes().get(0);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource
  void anExpressionThatCannotBeAColumnIsRefusedAtStart(
      Map<String, String> columns, String code, String fact) {
    assertThatThrownBy(() -> users().addColumns(columns).build(COMPILER.get()))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code().name()).isEqualTo(code);
              assertThat(e.getMessage()).contains(fact);
            });
  }

  static Stream<Arguments> anExpressionThatCannotBeAColumnIsRefusedAtStart() {
    return Stream.of(
        arguments(Map.of("x", "nope"), "COLUMNS_NOT_FOUND", "key=add_columns.x"),
        arguments(Map.of("x", "seq +"), "EXPRESSION_INVALID", "key=add_columns.x"),
        arguments(Map.of("x", "rand()"), "EXPRESSION_INVALID", "its value changes"),
        arguments(Map.of("x", "uuid()"), "EXPRESSION_INVALID", "its value changes"),
        arguments(Map.of("x", "current_user()"), "EXPRESSION_INVALID", "its value changes"),
        arguments(Map.of("x", "(select 1)"), "EXPRESSION_INVALID", "subquery"),
        arguments(Map.of("x", "max(seq)"), "EXPRESSION_INVALID", "one row"),
        arguments(Map.of("x", "explode(cols)"), "EXPRESSION_INVALID", "one row"),
        arguments(Map.of("x", "null"), "EXPRESSION_INVALID", "no type void"),
        arguments(Map.of("x", "interval 1 day"), "EXPRESSION_INVALID", "no type interval day"),
        arguments(Map.of("x", "current_time()"), "EXPRESSION_INVALID", "its value changes"),
        arguments(Map.of("Name", "1"), "DUPLICATE_COLUMN_NAME", "add_columns.Name"));
  }

  @Test
  void theyComeBehindTheColumnsOfTheRecord() {
    JsonFormat format =
        users()
            .addColumns(Map.of("x", "struct(cast(seq as tinyint) as s, _change.offset as o)"))
            .build(COMPILER.get());
    assertThat(format.declaredShape().orElseThrow().columns())
        .extracting(column -> column.name() + " " + column.type().catalogString())
        .containsExactly("id bigint", "name string", "seq bigint", "x struct<s:int,o:bigint>");
    DecodedChange upsert = change(format, "{\"id\":1,\"seq\":5}");
    assertThat(upsert.row().getStruct(3, 2).getInt(0)).isEqualTo(5);
    assertThat(upsert.row().getStruct(3, 2).getLong(1)).isEqualTo(7);
    assertThat(upsert.unauthored()).isEmpty();
    assertThat(change(format, "{\"id\":1,\"seq\":5,\"op\":\"DELETE\"}").row().isNullAt(3)).isTrue();
    Layout before = layoutOf(users().build(COMPILER.get()).declaredShape().orElseThrow());
    assertThat(decode(format, before, "{\"id\":1,\"seq\":5}")).isInstanceOf(Decoded.Unfit.class);
  }

  @Test
  void aRecordOnWhichOneFailsIsRejected() {
    JsonFormat format = users().addColumns(Map.of("x", "cast(name as int)")).build(COMPILER.get());
    Layout layout = layoutOf(format.declaredShape().orElseThrow());
    assertThat(decode(format, layout, "{\"id\":1,\"seq\":1,\"name\":\"a\"}"))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.EXPRESSION_FAILED);
              assertThat(rejected.detail()).startsWith("add_columns.x: ");
            });
  }

  @Test
  void theyAreAuthoredUnlessTheirNullsAreIgnored() {
    JsonFormat.Builder builder = users().addColumns(Map.of("n", "length(name)"));
    String value = "{\"id\":1,\"seq\":1,\"cols\":[\"seq\"]}";
    assertThat(change(builder.build(COMPILER.get()), value).unauthored()).isEmpty();
    builder.updates(new PartialUpdates.Listed("cols"));
    assertThat(change(builder.build(COMPILER.get()), value).unauthored())
        .as("of this table, and of what it gets later")
        .containsExactly(1L << 1 | 1L << 4);
    builder.updates(new PartialUpdates.IgnoreNulls(Selection.ALL));
    assertThat(change(builder.build(COMPILER.get()), value).unauthored())
        .containsExactly(1L << 1 | 1L << 3 | 1L << 4);
    builder.updates(new PartialUpdates.IgnoreNulls(new Selection(Set.of("n"), Set.of(), Map.of())));
    assertThat(change(builder.build(COMPILER.get()), value).unauthored()).containsExactly(1L << 3);
    builder.updates(new PartialUpdates.IgnoreNulls(new Selection(Set.of(), Set.of("n"), Map.of())));
    assertThat(change(builder.build(COMPILER.get()), value).unauthored())
        .as("of this table, and of what it gets later")
        .containsExactly(1L << 1 | 1L << 4);
  }

  @Test
  void theTimeOfLoadingIsKnownAsSuch() {
    JsonFormat format =
        users()
            .addColumns(Map.of("at", "date_trunc('hour', now())", "ts", "_change.timestamp"))
            .build(COMPILER.get());
    assertThat(format.loadTimes()).containsExactly("at");
  }
}
