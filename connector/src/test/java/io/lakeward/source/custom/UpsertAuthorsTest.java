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
import io.lakeward.source.Layout;
import io.lakeward.source.Leaves;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.Selection;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.TestCompiler;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What plain JSON records author: semantics, section 4. */
class UpsertAuthorsTest {

  private static final StructType SCHEMA =
      StructType.fromDDL(
          "id INT, name STRING, s STRUCT<x: INT, t: STRUCT<y: INT, z: INT>>, a ARRAY<INT>,"
              + " seq INT, op STRING, upd ARRAY<STRING>, `s.x.q` INT");

  /** The leaves of the table: id, full_name, s.x, s.t.y, s.t.z, a, other. */
  private static final Layout LAYOUT =
      new Layout(
          List.of(
              Layout.Column.key("id", SCHEMA.apply("id").dataType()),
              Layout.Column.value("full_name", SCHEMA.apply("name").dataType()),
              Layout.Column.value("s", SCHEMA.apply("s").dataType()),
              Layout.Column.value("a", SCHEMA.apply("a").dataType()),
              Layout.Column.value("other", SCHEMA.apply("op").dataType())));

  private static final int OTHER = 6;

  @RegisterExtension static final TestCompiler COMPILER = new TestCompiler();

  private static JsonFormat.Builder builder(PartialUpdates updates) {
    return JsonFormat.builder(SCHEMA)
        .keys(List.of("id"))
        .sequenceBy(List.of("seq"))
        .applyAsDeletes("op = 'DELETE'")
        .selection(
            new Selection(
                Set.of(), Set.of("seq", "op", "upd", "s.x.q"), Map.of("name", "full_name")))
        .updates(updates);
  }

  private static PartialUpdates ignoring(Set<String> only, Set<String> except) {
    return new PartialUpdates.IgnoreNulls(new Selection(only, except, Map.of()));
  }

  private static Decoded decode(PartialUpdates updates, String fields) {
    return builder(updates)
        .build(COMPILER.get())
        .decoder(LAYOUT)
        .decode(
            new SourceRecord()
                .at("feed", 0, 0, 0)
                .holding(
                    null,
                    ("{'id':1,'seq':1," + fields + "}").replace('\'', '"').getBytes(UTF_8),
                    SourceRecord.Headers.NONE));
  }

  private static DecodedChange change(PartialUpdates updates, String fields) {
    Decoded decoded = decode(updates, fields);
    assertThat(decoded).isInstanceOf(Decoded.Changes.class);
    return ((Decoded.Changes) decoded).changes().get(0);
  }

  /** The leaves that a change leaves alone but for that of a column which is not the flow's. */
  private static List<Integer> unauthored(DecodedChange change) {
    BitSet leaves = BitSet.valueOf(change.unauthored());
    assertThat(leaves.get(OTHER)).isTrue();
    leaves.clear(OTHER);
    leaves.clear(new Leaves(LAYOUT).later());
    return leaves.stream().boxed().toList();
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "['nam'] | COLUMN_UNKNOWN | nam",
        "['full_name'] | COLUMN_UNKNOWN | full_name",
        "['other'] | COLUMN_UNKNOWN | other",
        "['s.w'] | COLUMN_UNKNOWN | s.w",
        "['a.element'] | COLUMN_UNKNOWN | a.element",
        "['name','x'] | COLUMN_UNKNOWN | x",
        "['name',null] | COLUMN_LIST_INVALID | null",
        "5 | VALUE_OUT_OF_TYPE | upd",
        "[1] | VALUE_OUT_OF_TYPE | upd"
      })
  void listsThatCannotBeUsedAreRejected(String list, RejectReason reason, String detail) {
    assertThat(decode(new PartialUpdates.Listed("upd"), "'upd':" + list))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            r -> {
              assertThat(r.reason()).isEqualTo(reason);
              assertThat(r.detail()).contains(detail);
            });
  }

  @ParameterizedTest(name = "{1} {2}")
  @MethodSource
  void ruleIsCheckedAtStart(PartialUpdates updates, String code, String fact) {
    assertThatThrownBy(() -> builder(updates).build(COMPILER.get()))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code().name()).isEqualTo(code);
              assertThat(e.getMessage()).contains(fact);
            });
  }

  static Stream<Arguments> ruleIsCheckedAtStart() {
    return Stream.of(
        arguments(ignoring(Set.of("nope"), Set.of()), "COLUMNS_NOT_FOUND", "nope"),
        arguments(ignoring(Set.of(), Set.of("nope")), "COLUMNS_NOT_FOUND", "nope"),
        arguments(new PartialUpdates.Listed("up"), "COLUMNS_NOT_FOUND", "key=columns_to_update"),
        arguments(new PartialUpdates.Listed("op"), "MAPPING_INVALID", "type=string"),
        arguments(new PartialUpdates.Listed("a"), "MAPPING_INVALID", "type=array<int>"));
  }

  @Test
  void withoutARuleNullsAreAuthored() {
    DecodedChange change = change(PartialUpdates.NONE, "'name':null,'upd':['a']");
    assertThat(unauthored(change)).isEmpty();
  }

  @ParameterizedTest(name = "{0} leaves {1} alone")
  @CsvSource(
      delimiter = '|',
      value = {
        "null | | n, [1,[2,3]], [4]",
        "[] | 1,2,3,4,5 | null, null, null",
        "['name'] | 2,3,4,5 | n, null, null",
        "['id','name'] | 2,3,4,5 | n, null, null",
        "['op','seq','upd'] | 1,2,3,4,5 | null, null, null",
        "['s'] | 1,5 | null, [1,[2,3]], null",
        "['s.x'] | 1,3,4,5 | null, [1,null], null",
        "['s.t'] | 1,2,5 | null, [null,[2,3]], null",
        "['s.t.z','s.x','s.x'] | 1,3,5 | null, [1,[null,3]], null",
        "['a'] | 1,2,3,4 | null, null, [4]",
        "['s.x.q'] | 1,2,3,4,5 | null, null, null"
      })
  void listedLeavesAreAuthored(String list, String leaves, String row) {
    DecodedChange change =
        change(
            new PartialUpdates.Listed("upd"),
            "'name':'n','s':{'x':1,'t':{'y':2,'z':3}},'a':[4],'upd':" + list);
    assertThat(unauthored(change)).isEqualTo(numbers(leaves));
    assertThat(shown(change.row())).isEqualTo(row);
  }

  @Test
  void listedNullsAreAuthored() {
    DecodedChange change =
        change(new PartialUpdates.Listed("upd"), "'name':null,'a':[1],'upd':['name','s']");
    assertThat(unauthored(change)).containsExactly(5);
  }

  @Test
  void aDeleteHasNoUseForItsList() {
    DecodedChange change =
        change(new PartialUpdates.Listed("upd"), "'op':'DELETE','upd':['no such column']");
    assertThat(change.operation()).isEqualTo(Operation.DELETE);
    assertThat(change.unauthored()).isEmpty();
  }

  @ParameterizedTest(name = "{0} leaves {1} alone")
  @CsvSource(
      delimiter = '|',
      value = {
        "'name':null,'a':[null] | 1,2,3,4 | null, null, [null]",
        "'name':'n','a':null,'s':null | 2,3,4,5 | n, null, null",
        "'name':'n','a':[],'s':{'x':1,'t':{'y':2,'z':3}} | | n, [1,[2,3]], []",
        "'name':'n','a':[],'s':{'x':null,'t':{'y':2,'z':3}} | 2 | n, [null,[2,3]], []",
        "'name':'n','a':[],'s':{'x':1,'t':{'y':null,'z':null}} | 3,4 | n, [1,null], []",
        "'name':'n','a':[],'s':{'x':1,'t':null} | 3,4 | n, [1,null], []",
        "'name':'n','a':[],'s':{'x':null,'t':{'y':null,'z':null}} | 2,3,4 | n, null, []"
      })
  void ignoredNullsAuthorNothing(String fields, String leaves, String row) {
    DecodedChange change = change(ignoring(Set.of(), Set.of()), fields);
    assertThat(unauthored(change)).isEqualTo(numbers(leaves));
    assertThat(shown(change.row())).isEqualTo(row);
  }

  @Test
  void nullsAreIgnoredInTheChosenColumnsByTheirSourceNames() {
    String nulls = "'name':null,'s':null,'a':null";
    assertThat(unauthored(change(ignoring(Set.of("name", "id"), Set.of()), nulls)))
        .containsExactly(1);
    assertThat(unauthored(change(ignoring(Set.of(), Set.of("name", "id")), nulls)))
        .containsExactly(2, 3, 4, 5);
    assertThat(unauthored(change(ignoring(Set.of("seq"), Set.of()), nulls))).isEmpty();
  }

  @Test
  void aKeyIsNeverIgnored() {
    assertThat(decode(ignoring(Set.of("id"), Set.of()), "'op':null"))
        .isInstanceOf(Decoded.Changes.class);
  }

  private static List<Integer> numbers(String commaSeparated) {
    return commaSeparated == null
        ? List.of()
        : Arrays.stream(commaSeparated.split(",", -1)).map(Integer::valueOf).toList();
  }

  /** Name, struct and array of a row. */
  private static String shown(InternalRow row) {
    return (row.isNullAt(1) ? "null" : row.getUTF8String(1))
        + ", "
        + (row.isNullAt(2) ? "null" : shownStruct(row.getStruct(2, 2)))
        + ", "
        + (row.isNullAt(3) ? "null" : Arrays.toString(row.getArray(3).toObjectArray(INT)));
  }

  private static final org.apache.spark.sql.types.DataType INT =
      org.apache.spark.sql.types.DataTypes.IntegerType;

  private static String shownStruct(InternalRow s) {
    return "["
        + s.get(0, INT)
        + ","
        + (s.isNullAt(1)
            ? "null"
            : "[" + s.getStruct(1, 2).get(0, INT) + "," + s.getStruct(1, 2).get(1, INT) + "]")
        + "]";
  }
}
