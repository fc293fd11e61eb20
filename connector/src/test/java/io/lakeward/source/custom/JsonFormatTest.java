package io.lakeward.source.custom;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.change.Operation;
import io.lakeward.change.RejectReason;
import io.lakeward.error.LakewardException;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.EvolutionLimit;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.TestCompiler;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain JSON feeds: semantics, sections 3 and 10. */
class JsonFormatTest {

  @RegisterExtension static final TestCompiler COMPILER = new TestCompiler();

  private static JsonFormat.Builder users() {
    return JsonFormat.builder(
            StructType.fromDDL(
                "id BIGINT, name STRING, amount DECIMAL(10,3), seq BIGINT, op STRING"))
        .keys(List.of("id"))
        .sequenceBy(List.of("seq"))
        .applyAsDeletes("op = 'DELETE'")
        .applyAsTruncates("op = 'TRUNCATE'")
        .selection(new Selection(Set.of(), Set.of("op", "note"), Map.of("name", "full_name")));
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

  private static Decoded decode(JsonFormat format, String value) {
    return decode(format, layoutOf(format.declaredShape().orElseThrow()), value);
  }

  private static Decoded decode(JsonFormat format, Layout layout, String value) {
    return format
        .decoder(layout)
        .decode(
            new SourceRecord()
                .at("feed", 1, 7, 1_000)
                .holding("k".getBytes(UTF_8), value.getBytes(UTF_8), SourceRecord.Headers.NONE));
  }

  private static DecodedChange change(Decoded decoded) {
    assertThat(decoded).isInstanceOf(Decoded.Changes.class);
    return ((Decoded.Changes) decoded).changes().get(0);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void textThatUnicodeDoesNotHaveIsRejected(String name, byte[] value) {
    JsonFormat format = users().build(COMPILER.get());
    SourceRecord record =
        new SourceRecord()
            .at("feed", 1, 7, 1_000)
            .holding(new byte[0], value, SourceRecord.Headers.NONE);
    Decoded decoded = format.decoder(layoutOf(format.declaredShape().orElseThrow())).decode(record);
    assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
    assertThat(((Decoded.Rejected) decoded).reason()).isEqualTo(RejectReason.MALFORMED);
  }

  static Stream<Arguments> textThatUnicodeDoesNotHaveIsRejected() {
    return Stream.of(
        arguments("high surrogate alone", named("\\ud83d")),
        arguments("high surrogate before text", named("\\ud83dx")),
        arguments("low surrogate alone", named("\\ude00")),
        arguments("surrogates the wrong way round", named("\\ude00\\ud83d")),
        arguments("surrogate as bytes", named("?", 0xED, 0xA0, 0x80)),
        arguments("overlong zero", named("?", 0xC0, 0x80)));
  }

  private static byte[] named(String name, int... inPlaceOfMark) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte b : "{\"id\":1,\"seq\":1,\"name\":\"%s\"}".formatted(name).getBytes(UTF_8)) {
      if (b == '?') {
        Arrays.stream(inPlaceOfMark).forEach(out::write);
      } else {
        out.write(b);
      }
    }
    return out.toByteArray();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"\ud83d\ude00 Ünï", "\\ud83d\\ude00 \\u00dcn\u00ef"})
  void textBeyondTheBasicPlaneIsKept(String name) {
    DecodedChange change =
        change(decode(users().build(COMPILER.get()), new String(named(name), UTF_8)));
    assertThat(change.row().getUTF8String(1)).hasToString("\ud83d\ude00 Ünï");
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "'{\"id\":1,\"seq\":1,\"op\":\"UPSERT\"}', UPSERT",
    "'{\"id\":1,\"seq\":1,\"op\":null}', UPSERT",
    "'{\"id\":1,\"seq\":1}', UPSERT",
    "'{\"id\":1,\"seq\":1,\"op\":\"DELETE\"}', DELETE",
    "'{\"id\":null,\"seq\":1,\"op\":\"TRUNCATE\"}', TRUNCATE"
  })
  void conditionsSayTheOperation(String value, Operation expected) {
    assertThat(change(decode(users().build(COMPILER.get()), value)).operation())
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @MethodSource
  void recordsAreRejectedNotCoerced(String value, RejectReason reason) {
    assertThat(decode(users().build(COMPILER.get()), value))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class, r -> assertThat(r.reason()).isEqualTo(reason));
  }

  static Stream<Arguments> recordsAreRejectedNotCoerced() {
    return Stream.of(
        arguments("{\"id\":1,\"seq\":null}", RejectReason.NULL_SEQUENCE),
        arguments("{\"id\":1}", RejectReason.NULL_SEQUENCE),
        arguments("{\"id\":null,\"seq\":1}", RejectReason.NULL_KEY),
        arguments("{\"id\":\"1\",\"seq\":1}", RejectReason.VALUE_OUT_OF_TYPE),
        arguments("{\"id\":1,\"seq\":1,\"amount\":0.0001}", RejectReason.VALUE_OUT_OF_TYPE),
        arguments("{\"id\":1,\"seq\":1,\"amount\":1E+9}", RejectReason.VALUE_OUT_OF_TYPE),
        arguments("{\"id\":1,\"seq\":1,\"amount\":1E+999999999}", RejectReason.VALUE_OUT_OF_TYPE),
        arguments("{\"id\":1,\"seq\":1,\"typo\":1}", RejectReason.COLUMN_UNKNOWN),
        arguments("{\"id\":1,\"id\":2,\"seq\":1}", RejectReason.VALUE_OUT_OF_TYPE),
        arguments("{\"id\":1,\"seq\":1", RejectReason.MALFORMED),
        arguments("{\"id\":1,\"seq\":1}{}", RejectReason.MALFORMED),
        arguments("[]", RejectReason.WRONG_ENVELOPE));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({"0.001, 0.001", "1.001, 1.001", "1E+2, 100.000", "'\"5.5\"', 5.500"})
  @DisplayName("T3: decimals are exact, however they are written")
  void decimalsAreExact(String json, String expected) {
    DecodedChange change =
        change(
            decode(users().build(COMPILER.get()), "{\"id\":1,\"seq\":1,\"amount\":" + json + "}"));
    assertThat(change.row().getDecimal(2, 10, 3).toString()).isEqualTo(expected);
  }

  @Test
  void selectionLeavesOutAndRenamesAfterTheExpressions() {
    JsonFormat format = users().build(COMPILER.get());
    RecordShape shape = format.declaredShape().orElseThrow();
    assertThat(shape.columns())
        .extracting(RecordShape.Column::name)
        .containsExactly("id", "full_name", "amount", "seq");
    assertThat(shape.sequenceType()).isEqualTo(DataTypes.LongType);
    DecodedChange change =
        change(decode(format, "{\"id\":1,\"name\":\"Ü\",\"seq\":1,\"note\":{\"x\":[1]}}"));
    assertThat(change.row().getUTF8String(1)).hasToString("Ü");
    assertThat(change.unauthored()).isEmpty();
  }

  @Test
  void tableIsAskedForOrWidenedOrHasColumnsOfOthers() {
    JsonFormat format = users().build(COMPILER.get());
    String value = "{\"id\":1,\"seq\":1}";
    assertThat(decode(format, Layout.NONE, value)).isInstanceOf(Decoded.Unfit.class);
    Layout wide =
        new Layout(
            List.of(
                Layout.Column.value("other", DataTypes.StringType),
                Layout.Column.key("id", DataTypes.createDecimalType(20, 0)),
                Layout.Column.value("full_name", DataTypes.StringType),
                Layout.Column.value("amount", DataTypes.createDecimalType(20, 5)),
                Layout.Column.value("seq", DataTypes.StringType)));
    DecodedChange change = change(decode(format, wide, value));
    assertThat(change.unauthored()).isEqualTo(new long[] {1});
    assertThat(change.row().getUTF8String(4)).hasToString("1");
    Layout narrow = new Layout(List.of(Layout.Column.key("id", DataTypes.IntegerType)));
    assertThat(decode(format, narrow, value)).isInstanceOf(Decoded.Unfit.class);
  }

  @Test
  @DisplayName("S7, S11: what the table may not be altered to goes value by value, or is refused")
  void theLimitOfTheTableIsKept() {
    JsonFormat format = users().build(COMPILER.get());
    List<Layout.Column> columns = new ArrayList<>(layoutOf(format).columns());
    columns.set(2, Layout.Column.value("amount", DataTypes.createDecimalType(5, 3)));
    Layout layout = new Layout(columns);
    assertThat(decode(format, layout.within(EvolutionLimit.WIDEN), ROW))
        .isInstanceOf(Decoded.Unfit.class);
    assertThat(change(decode(format, layout, ROW)).row().getDecimal(2, 5, 3).toString())
        .isEqualTo("1.500");
    assertThat(rejected(format, layout, ROW.replace("1.5", "100")).detail())
        .isEqualTo(
            "column amount: the value 100.000 is no decimal(5,3) (amount: the table has"
                + " decimal(5,3), the record decimal(10,3); set `schema_evolution: widen`)");
    Decoded.Rejected refused = rejected(format, layout.within(EvolutionLimit.NONE), ROW);
    assertThat(refused.reason()).isEqualTo(RejectReason.SCHEMA_CHANGE_REFUSED);
    assertThat(refused.detail()).startsWith("column amount: the table has decimal(5,3)");
  }

  @Test
  @DisplayName("S6: fields go to the fields of their names, whatever else the table's struct has")
  void fieldsOfStructsGoByTheirNames() {
    JsonFormat format =
        JsonFormat.builder(StructType.fromDDL("id BIGINT, s STRUCT<b: INT, a: INT>, seq BIGINT"))
            .keys(List.of("id"))
            .sequenceBy(List.of("seq"))
            .build(COMPILER.get());
    StructType stored = StructType.fromDDL("a BIGINT, z STRING, b INT");
    Layout layout =
        new Layout(
            List.of(
                Layout.Column.key("id", DataTypes.LongType),
                Layout.Column.value("s", stored),
                Layout.Column.value("seq", DataTypes.LongType)));
    InternalRow struct =
        change(decode(format, layout, "{\"id\":1,\"s\":{\"b\":2,\"a\":1},\"seq\":1}"))
            .row()
            .getStruct(1, 3);
    assertThat(struct.getLong(0)).isEqualTo(1);
    assertThat(struct.isNullAt(1)).isTrue();
    assertThat(struct.getInt(2)).isEqualTo(2);
  }

  private static final String ROW = "{\"id\":1,\"amount\":1.5,\"seq\":1}";

  private static Layout layoutOf(JsonFormat format) {
    return layoutOf(format.declaredShape().orElseThrow());
  }

  private static Decoded.Rejected rejected(JsonFormat format, Layout layout, String value) {
    Decoded decoded = decode(format, layout, value);
    assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
    return (Decoded.Rejected) decoded;
  }

  @ParameterizedTest(name = "{0}: {1} before {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "struct(ts, n) | {'id':1,'ts':4,'n':9} | {'id':1,'ts':5,'n':1}",
        "struct(ts, n) | {'id':1,'ts':5,'n':null} | {'id':1,'ts':5,'n':1}",
        "cast(substring_index(f, '.', -1) as bigint) | {'id':1,'f':'b.999999'} | {'id':1,'f':'b.1000000'}",
        "at | {'id':1,'at':'2026-01-01T23:59:59.999999Z'} | {'id':1,'at':'2026-01-02T00:00:00Z'}",
        "case when ts between 1 and 3 then 1 else 2 end | {'id':1,'ts':2} | {'id':1,'ts':4}",
        "coalesce(nullif(ts, 3), 0) | {'id':1,'ts':3} | {'id':1,'ts':1}"
      })
  void sequenceIsAnyExpression(String sql, String earlier, String later) {
    JsonFormat format =
        JsonFormat.builder(StructType.fromDDL("id INT, ts BIGINT, n INT, f STRING, at TIMESTAMP"))
            .keys(List.of("id"))
            .sequenceBy(List.of(sql))
            .build(COMPILER.get());
    byte[] first = change(decode(format, earlier.replace('\'', '"'))).sequence();
    byte[] second = change(decode(format, later.replace('\'', '"'))).sequence();
    assertThat(Arrays.compareUnsigned(first, second)).isNegative();
  }

  @Test
  void sequenceOfSeveralPartsIsAStruct() {
    JsonFormat format = users().sequenceBy(List.of("seq", "_change.offset")).build(COMPILER.get());
    assertThat(format.declaredShape().orElseThrow().sequenceType().catalogString())
        .isEqualTo("struct<seq:bigint,offset:bigint>");
    assertThat(decode(format, "{\"id\":1,\"seq\":null}")).isInstanceOf(Decoded.Changes.class);
  }

  @Test
  void recordOnWhichAnExpressionFailsIsRejected() {
    JsonFormat format = users().applyAsDeletes("cast(op as int) = 1").build(COMPILER.get());
    assertThat(decode(format, "{\"id\":1,\"seq\":1,\"op\":\"x\"}"))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            r -> {
              assertThat(r.reason()).isEqualTo(RejectReason.EXPRESSION_FAILED);
              assertThat(r.detail()).startsWith("apply_as_deletes");
            });
  }

  @Test
  void changeFieldsAreThere() {
    JsonFormat format =
        users()
            .applyAsDeletes(
                "_change.topic = 'feed' and _change.partition = 1 and _change.offset = 7 and"
                    + " _change.timestamp = timestamp '1970-01-01 00:00:01' and _change.key = 'k'"
                    + " and size(_change.headers) = 0 and _change.position is null")
            .build(COMPILER.get());
    assertThat(change(decode(format, "{\"id\":1,\"seq\":1}")).operation())
        .isEqualTo(Operation.DELETE);
  }

  @ParameterizedTest(name = "{1} {2}")
  @MethodSource
  void mappingIsCheckedAtStart(JsonFormat.Builder builder, String code, String fact) {
    assertThatThrownBy(() -> builder.build(COMPILER.get()))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code().name()).isEqualTo(code);
              assertThat(e.getMessage()).contains(fact);
            });
  }

  static Stream<Arguments> mappingIsCheckedAtStart() {
    return Stream.of(
        arguments(users().keys(List.of()), "EMPTY_KEYS", ""),
        arguments(users().keys(List.of("nope")), "COLUMNS_NOT_FOUND", "nope"),
        arguments(users().keys(List.of("op")), "KEY_NOT_SELECTED", "op"),
        arguments(users().sequenceBy(List.of()), "MISSING_SEQUENCE_BY", ""),
        arguments(users().sequenceBy(List.of("sq")), "COLUMNS_NOT_FOUND", "key=sequence_by"),
        arguments(users().sequenceBy(List.of("_change.opp")), "COLUMNS_NOT_FOUND", "opp"),
        arguments(users().sequenceBy(List.of("map(1, seq)")), "NON_ORDERABLE_SEQUENCE", "map"),
        arguments(users().sequenceBy(List.of("seq +")), "EXPRESSION_INVALID", "sequence_by"),
        arguments(users().sequenceBy(List.of("seq +")), "EXPRESSION_INVALID", "PARSE_SYNTAX_ERROR"),
        arguments(users().sequenceBy(List.of("max(seq)")), "EXPRESSION_INVALID", "one row"),
        arguments(users().sequenceBy(List.of("rand()")), "EXPRESSION_INVALID", "evaluation"),
        arguments(
            users().sequenceBy(List.of("unix_micros(now())")), "EXPRESSION_INVALID", "evaluation"),
        arguments(users().sequenceBy(List.of("localtimestamp()")), "EXPRESSION_INVALID", "changes"),
        arguments(
            users().sequenceBy(List.of("cast(current_time() as string)")),
            "EXPRESSION_INVALID",
            "changes"),
        arguments(
            users().applyAsDeletes("current_date() > '2020-01-01'"),
            "EXPRESSION_INVALID",
            "delete"),
        arguments(users().applyAsDeletes("seq"), "EXPRESSION_INVALID", "apply_as_deletes"),
        arguments(users().applyAsDeletes("nofn(seq)"), "EXPRESSION_INVALID", "nofn"),
        arguments(
            users().selection(new Selection(Set.of("id", "zip"), Set.of(), Map.of())),
            "COLUMNS_NOT_FOUND",
            "zip"),
        arguments(
            users().selection(new Selection(Set.of(), Set.of(), Map.of("name", "ID"))),
            "DUPLICATE_COLUMN_NAME",
            "name"));
  }
}
