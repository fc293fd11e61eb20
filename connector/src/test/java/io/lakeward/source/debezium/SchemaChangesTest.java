package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.decimal;
import static io.lakeward.source.debezium.Events.embedded;
import static io.lakeward.source.debezium.Events.field;
import static io.lakeward.source.debezium.Events.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.change.Operation;
import io.lakeward.change.RejectReason;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.EvolutionLimit;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.Selection;
import io.lakeward.source.SourceRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records whose schema is another than their table's: cases S1 to S13, record by record. */
class SchemaChangesTest {

  private static final String KEY = "{\"id\":1}";
  private static final DebeziumJsonFormat FORMAT = DebeziumJsonFormat.builder().build();
  private static final Layout LAYOUT =
      new Layout(
          List.of(
              Layout.Column.key("id", DataTypes.IntegerType),
              Layout.Column.value("v", DataTypes.IntegerType),
              Layout.Column.value("tags", DataTypes.createArrayType(DataTypes.StringType)),
              Layout.Column.value("place", typeOf("struct<city:string>"))));

  private static SourceRecord create(String fields, String after) {
    return record(KEY, embedded(fields, bare("c", "null", after)));
  }

  private static Decoded decoded(EvolutionLimit limit, SourceRecord record) {
    return FORMAT.decoder(LAYOUT.within(limit)).decode(record);
  }

  private static Decoded.Rejected rejected(EvolutionLimit limit, SourceRecord record) {
    Decoded decoded = decoded(limit, record);
    assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
    return (Decoded.Rejected) decoded;
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"abc\"", "3000000000", "2147483648", "-2147483649", "1.5", "1e3"})
  @DisplayName("S7: a value that an int cannot be is refused, and never 0 or wrapped")
  void aValueOutOfTypeIsRefused(String value) {
    for (EvolutionLimit limit : EvolutionLimit.values()) {
      String fields = field("id", "int32") + "," + field("v", "int32");
      Decoded.Rejected refused = rejected(limit, create(fields, "{\"id\":1,\"v\":" + value + "}"));
      assertThat(refused.reason()).isEqualTo(RejectReason.VALUE_OUT_OF_TYPE);
      assertThat(refused.detail()).startsWith("column v: ");
    }
  }

  @Test
  @DisplayName("S11: under add a wider type is taken value by value, and the refusal says why")
  void widerTypesAreTakenByValueUnderAdd() {
    String fields = field("id", "int32") + "," + field("v", "int64");
    RecordDecoder decoder = FORMAT.decoder(LAYOUT);
    DecodedChange change = changes(decoder, create(fields, "{\"id\":1,\"v\":2147483647}")).get(0);
    assertThat(change.row().getInt(1)).isEqualTo(Integer.MAX_VALUE);
    Decoded.Rejected refused =
        rejected(EvolutionLimit.ADD, create(fields, "{\"id\":1,\"v\":3000000000}"));
    assertThat(refused.reason()).isEqualTo(RejectReason.VALUE_OUT_OF_TYPE);
    assertThat(refused.detail())
        .isEqualTo(
            "column v: the value 3000000000 is no int (v: the table has int, the record bigint;"
                + " set `schema_evolution: widen`)");
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {"string | \"12\" | 12", "string | \"-7\" | -7", "decimal | \"Dw==\" | 15"})
  @DisplayName("S11: types that are no wider ones are cast where nothing is lost")
  void otherTypesAreCast(String type, String value, int expected) {
    String v = type.equals("decimal") ? decimal("v", "\"scale\":\"0\"") : field("v", type);
    DecodedChange change =
        changes(
                FORMAT.decoder(LAYOUT.within(EvolutionLimit.WIDEN)),
                create(field("id", "int32") + "," + v, "{\"id\":1,\"v\":" + value + "}"))
            .get(0);
    assertThat(change.row().getInt(1)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "string | \"abc\"",
        "string | \"012\"",
        "string | \"1.0\"",
        "string | \"\"",
        "double | 1.5",
        "boolean | true",
        "bytes | \"AQ==\""
      })
  @DisplayName("S11: types that are no wider ones are refused where something would be lost")
  void otherTypesAreRefusedWhereTheyDoNotFit(String type, String value) {
    Decoded.Rejected refused =
        rejected(
            EvolutionLimit.WIDEN,
            create(
                field("id", "int32") + "," + field("v", type), "{\"id\":1,\"v\":" + value + "}"));
    assertThat(refused.reason()).isEqualTo(RejectReason.VALUE_OUT_OF_TYPE);
    assertThat(refused.detail()).contains("v: the table has int").contains("except_column_list");
  }

  @ParameterizedTest
  @EnumSource(names = {"ADD", "WIDEN"})
  @DisplayName("S6, S11: what the mapping allows is asked for")
  void whatIsAllowedIsAskedFor(EvolutionLimit limit) {
    String place =
        "{\"type\":\"struct\",\"optional\":true,\"field\":\"place\",\"fields\":["
            + field("city", "string")
            + ","
            + field("zip", "int32")
            + "]}";
    String id = field("id", "int32") + ",";
    assertThat(decoded(limit, create(id + place, "{\"id\":1,\"place\":null}")))
        .as("a field of a struct")
        .isInstanceOf(Decoded.Unfit.class);
    assertThat(decoded(limit, create(id + field("tier", "string"), "{\"id\":1,\"tier\":null}")))
        .as("a column")
        .isInstanceOf(Decoded.Unfit.class);
    assertThat(decoded(limit, create(id + field("v", "int64"), "{\"id\":1,\"v\":5}")))
        .as("a wider type")
        .isInstanceOf(limit == EvolutionLimit.WIDEN ? Decoded.Unfit.class : Decoded.Changes.class);
  }

  @Test
  @DisplayName("none: a record with other columns is refused, and its delete is not")
  void nothingButDeletesIsTakenWhereTheTableIsToStay() {
    String fields = field("id", "int32") + "," + field("tier", "string");
    String row = "{\"id\":1,\"tier\":null}";
    Decoded.Rejected refused = rejected(EvolutionLimit.NONE, create(fields, row));
    assertThat(refused.reason()).isEqualTo(RejectReason.SCHEMA_CHANGE_REFUSED);
    assertThat(refused.detail())
        .isEqualTo(
            "column tier: the table has no such column, the record string;"
                + " set `schema_evolution: add`");
    SourceRecord delete = record(KEY, embedded(fields, bare("d", row, "null")));
    assertThat(changes(FORMAT.decoder(LAYOUT.within(EvolutionLimit.NONE)), delete))
        .extracting(DecodedChange::operation)
        .containsExactly(Operation.DELETE);
    SourceRecord narrower = create(field("id", "int32"), "{\"id\":1}");
    assertThat(changes(FORMAT.decoder(LAYOUT.within(EvolutionLimit.NONE)), narrower)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("S1, S2: a column that the events no longer have is null in new rows")
  void aColumnThatIsGoneIsNull(EvolutionLimit limit) {
    String tags =
        "{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"optional\":true,"
            + "\"field\":\"tags\"}";
    RecordDecoder decoder = FORMAT.decoder(LAYOUT.within(limit));
    SourceRecord with =
        create(field("id", "int32") + "," + tags, "{\"id\":1,\"tags\":[\"a\",\"b\"]}");
    assertThat(changes(decoder, with).get(0).row().getArray(2).numElements()).isEqualTo(2);
    SourceRecord unsent = create(field("id", "int32") + "," + tags, "{\"id\":1}");
    SourceRecord gone = create(field("id", "int32"), "{\"id\":1}");
    for (SourceRecord record : List.of(unsent, gone)) {
      DecodedChange change = changes(decoder, record).get(0);
      assertThat(change.row().isNullAt(2)).isTrue();
      assertThat(change.unauthored()).as("null is what it says").isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("S8: columns that differ only by case are refused, in a record and to the table")
  void namesThatDifferByCaseAreRefused(EvolutionLimit limit) {
    String fields = field("id", "int32") + "," + field("V", "int32");
    Decoded.Rejected refused = rejected(limit, create(fields, "{\"id\":1,\"V\":1}"));
    assertThat(refused.reason()).isEqualTo(RejectReason.COLUMNS_AMBIGUOUS);
    assertThat(refused.detail()).contains("column V").contains("table's v");
    String both = fields + "," + field("v", "int32");
    assertThat(rejected(limit, create(both, "{\"id\":1,\"V\":1,\"v\":2}")).reason())
        .isEqualTo(RejectReason.COLUMNS_AMBIGUOUS);
  }

  @ParameterizedTest(name = "{0} renamed {1} to {2}")
  @CsvSource(
      delimiter = '|',
      value = {"id INT, v INT, V INT | x | y", "id INT, v INT, w INT | w | v"})
  @DisplayName("S8, S9: declared names that are one in the table are refused at start")
  void declaredNamesAreRefusedAtStart(String ddl, String source, String target) {
    LakewardException refused =
        catchThrowableOfType(
            LakewardException.class,
            () ->
                DebeziumJsonFormat.builder()
                    .declaredSchema(StructType.fromDDL(ddl))
                    .selection(new Selection(Set.of(), Set.of(), Map.of(source, target)))
                    .build());
    assertThat(refused.code()).isEqualTo(ErrorCode.DUPLICATE_COLUMN_NAME);
    assertThat(refused.facts().get("problem")).contains("cannot be told apart");
  }

  @Test
  @DisplayName("S9: two source names that become one target name are refused")
  void namesThatBecomeOneAreRefused() {
    DebeziumJsonFormat renaming =
        DebeziumJsonFormat.builder()
            .selection(new Selection(Set.of(), Set.of(), Map.of("w", "v")))
            .build();
    String fields = field("id", "int32") + "," + field("v", "int32") + "," + field("w", "int32");
    Decoded decoded = renaming.decoder(LAYOUT).decode(create(fields, "{\"id\":1,\"v\":1,\"w\":2}"));
    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(RejectReason.COLUMNS_AMBIGUOUS);
              assertThat(refused.detail()).contains("columns v and w");
            });
  }

  @ParameterizedTest
  @MethodSource
  void columnsThatNoTableCanHaveAreRefusedBeforeItIsAltered(String column, String value) {
    String fields = field("id", "int32") + "," + field("v", "int32") + "," + column;
    SourceRecord record = create(fields, "{\"id\":1,\"v\":1," + value + "}");
    for (Layout layout : List.of(LAYOUT, Layout.NONE)) {
      Decoded decoded = DebeziumJsonFormat.builder().build().decoder(layout).decode(record);
      assertThat(decoded)
          .isInstanceOfSatisfying(
              Decoded.Rejected.class,
              refused -> {
                assertThat(refused.reason()).isEqualTo(RejectReason.COLUMN_UNUSABLE);
                assertThat(refused.detail()).contains("except_column_list");
              });
    }
    DebeziumJsonFormat without =
        DebeziumJsonFormat.builder()
            .selection(new Selection(Set.of(), Set.of("w", ""), Map.of()))
            .build();
    assertThat(without.decoder(LAYOUT).decode(record)).isInstanceOf(Decoded.Changes.class);
  }

  static Stream<Arguments> columnsThatNoTableCanHaveAreRefusedBeforeItIsAltered() {
    String empty = "\"type\":\"struct\",\"optional\":true,\"fields\":[]";
    String deep = "\"type\":\"int32\",\"optional\":true";
    for (int i = 0; i < 120; i++) {
      deep = "\"type\":\"array\",\"optional\":true,\"items\":{" + deep + "}";
    }
    return Stream.of(
        Arguments.of("{" + empty + ",\"field\":\"w\"}", "\"w\":{}"),
        Arguments.of(
            "{\"type\":\"array\",\"optional\":true,\"items\":{" + empty + "},\"field\":\"w\"}",
            "\"w\":[{}]"),
        Arguments.of("{" + deep + ",\"field\":\"w\"}", "\"w\":[]"),
        Arguments.of(field("", "int32"), "\"\":1"));
  }

  @Test
  @DisplayName("S12: a key that is a wider number is the key that it was")
  void aWiderKeyIsTheSameKey() {
    String fields = field("id", "int64");
    byte[] key =
        changes(FORMAT.decoder(LAYOUT), create(field("id", "int32"), "{\"id\":1}")).get(0).key();
    assertThat(changes(FORMAT.decoder(LAYOUT), create(fields, "{\"id\":1}")).get(0).key())
        .isEqualTo(key);
    Layout wide = new Layout(List.of(Layout.Column.key("id", DataTypes.LongType)));
    assertThat(changes(FORMAT.decoder(wide), create(fields, "{\"id\":1}")).get(0).key())
        .isEqualTo(key);
    assertThat(rejected(EvolutionLimit.ADD, create(fields, "{\"id\":3000000000}")).detail())
        .contains("column id")
        .contains("schema_evolution: widen");
    assertThat(decoded(EvolutionLimit.WIDEN, create(fields, "{\"id\":1}")))
        .isInstanceOf(Decoded.Unfit.class);
  }

  private static DataType typeOf(String ddl) {
    return StructType.fromDDL("c " + ddl).apply("c").dataType();
  }
}
