package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.shapeOf;
import static io.lakeward.source.debezium.MongoEvents.bare;
import static io.lakeward.source.debezium.MongoEvents.embedded;
import static io.lakeward.source.debezium.MongoEvents.envelope;
import static io.lakeward.source.debezium.MongoEvents.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.change.Operation;
import io.lakeward.change.RejectReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.SourceRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of MongoDB as rows (docs/decisions/0013-documents-of-mongodb.md). */
class DocumentsTest {

  private static final String ID = "{\"$oid\": \"596e275826f08b2730779e1f\"}";
  private static final String DOCUMENT =
      "{\"_id\": " + ID + ",\"name\": \"Zo\u00eb \\\"Z\\\" \u00b5\\u00b5\",\"age\": 41}";
  private static final DebeziumJsonFormat PLAIN = DebeziumJsonFormat.builder().build();
  private static final DebeziumJsonFormat DECLARED = declared("_id STRING, name STRING, age INT");

  private static DebeziumJsonFormat declared(String ddl) {
    return DebeziumJsonFormat.builder().declaredSchema(StructType.fromDDL(ddl)).build();
  }

  static Stream<Arguments> everyForm() {
    return Stream.of("c", "r", "u", "d")
        .flatMap(
            op -> {
              String value = op.equals("d") ? envelope(op, "", "") : envelope(op, "", DOCUMENT);
              return Stream.of(
                  arguments(op + " without schema", op, bare(ID, value)),
                  arguments(op + " with schema", op, embedded(ID, value)));
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("everyForm")
  void declaredFieldsAreColumns(String name, String op, SourceRecord record) {
    assertThat(shapeOf(DECLARED, record).keys()).containsExactly("_id");
    DecodedChange change = changes(DECLARED, record).get(0);
    assertThat(change.operation()).isEqualTo(op.equals("d") ? Operation.DELETE : Operation.UPSERT);
    assertThat(change.row().getUTF8String(0)).hasToString(ID);
    if (!op.equals("d")) {
      assertThat(change.row().getUTF8String(1)).hasToString("Zo\u00eb \"Z\" \u00b5\u00b5");
      assertThat(change.row().getInt(2)).isEqualTo(41);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("everyForm")
  void withoutASchemaTheDocumentIsItsText(String name, String op, SourceRecord record) {
    RecordShape shape = shapeOf(PLAIN, record);
    assertThat(shape.keys()).containsExactly("_id");
    assertThat(shape.columns())
        .extracting(column -> column.name() + " " + column.type().sql())
        .containsExactly("_id STRING", "document STRING");
    DecodedChange change = changes(PLAIN, record).get(0);
    assertThat(change.row().getUTF8String(0)).hasToString(ID);
    if (op.equals("d")) {
      assertThat(change.operation()).isEqualTo(Operation.DELETE);
    } else {
      assertThat(change.row().getUTF8String(1)).hasToString(DOCUMENT);
    }
  }

  /** Debezium's documentation shows a delete without any of the fields that are null. */
  @Test
  void aDeleteThatLeavesOutNullFieldsStillHasItsKey() {
    String value = " {\"op\":\"d\",\"ts_ms\":1465495462115,\"source\":" + MongoEvents.SOURCE + "}";
    for (DebeziumJsonFormat format : List.of(PLAIN, DECLARED)) {
      byte[] upserted = changes(format, bare(ID, envelope("c", "", DOCUMENT))).get(0).key();
      DecodedChange change = changes(format, bare(ID, value)).get(0);
      assertThat(change.operation()).isEqualTo(Operation.DELETE);
      assertThat(change.key()).isEqualTo(upserted);
      assertThat(changes(format, bare(ID, envelope("d", DOCUMENT, ""))).get(0).key())
          .isEqualTo(upserted);
    }
  }

  /** The key's own document has another writing of numbers: it is the record's key that counts. */
  @Test
  void theKeyIsThatOfTheRecordAndNotOfTheDocument() {
    String document = "{\"name\": \"a\",\"_id\": {\"$numberLong\": \"1004\"} , \"age\": 3}";
    SourceRecord record = bare("1004", envelope("c", "", document));
    assertThat(changes(DECLARED, record).get(0).row().getUTF8String(0)).hasToString("1004");
    DebeziumJsonFormat number = declared("_id BIGINT, name STRING, age INT");
    byte[] plain = changes(number, record).get(0).key();
    assertThat(changes(number, record).get(0).row().getLong(0)).isEqualTo(1004);
    assertThat(
            changes(number, bare("{\"$numberLong\": \"1004\"}", envelope("d", "", "")))
                .get(0)
                .key())
        .isEqualTo(plain);
    assertThat(
            changes(number, bare("{\"$numberInt\": \"1004\"}", envelope("d", "", ""))).get(0).key())
        .isEqualTo(plain);
  }

  @Test
  void noTwoIdsAreOneKey() {
    List<String> ids =
        List.of(
            "1",
            "\"1\"",
            "1.0",
            "{\"$numberDecimal\": \"1\"}",
            ID,
            MongoEvents.quoted(ID),
            "\"596e275826f08b2730779e1f\"",
            "true",
            "\"true\"",
            "{\"a\": 1,\"b\": 2}",
            "{\"b\": 2,\"a\": 1}",
            "{\"a\": 1}",
            "{\"a\": 1,\"b\": null}",
            "{\"$date\": \"1970-01-01T00:00:00Z\"}",
            "\"1970-01-01T00:00:00Z\"",
            "{\"$binary\": {\"base64\": \"AQ==\",\"subType\": \"00\"}}",
            "{\"$binary\": {\"base64\": \"AQ==\",\"subType\": \"05\"}}",
            "null",
            "\"null\"",
            "\"\"",
            "\" \"");
    for (DebeziumJsonFormat format : List.of(PLAIN, DECLARED)) {
      Set<List<Byte>> keys = new HashSet<>();
      for (String id : ids) {
        byte[] key = changes(format, bare(id, envelope("d", "", ""))).get(0).key();
        keys.add(boxed(key));
      }
      assertThat(keys).hasSameSizeAs(ids);
    }
  }

  private static List<Byte> boxed(byte[] bytes) {
    Byte[] boxes = new Byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      boxes[i] = bytes[i];
    }
    return List.of(boxes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"1\"",
        "1.0",
        "1e0",
        "{\"$numberDouble\": \"1.0\"}",
        "{\"$numberDecimal\": \"1\"}",
        "true",
        "{\"$oid\": \"596e275826f08b2730779e1f\"}",
        "null",
        "[1]",
        "9223372036854775808"
      })
  void aNumberedKeyTakesWholeNumbersOnly(String id) {
    assertThat(rejection(declared("_id BIGINT"), bare(id, envelope("d", "", ""))).reason())
        .isIn(RejectReason.VALUE_OUT_OF_TYPE, RejectReason.NULL_KEY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DOUBLE",
        "DECIMAL(10,2)",
        "TIMESTAMP",
        "BINARY",
        "BOOLEAN",
        "STRUCT<a: INT, b: INT>"
      })
  void aTypeInWhichTwoIdsCouldBeOneIsRefused(String type) {
    Decoded.Rejected rejected =
        rejection(declared("_id " + type), bare("1", envelope("d", "", "")));
    assertThat(rejected.reason()).isEqualTo(RejectReason.VALUE_OUT_OF_TYPE);
    assertThat(rejected.detail()).contains("declare it as STRING");
  }

  @Test
  void anUpdateWithoutTheWholeDocumentIsToldWhatToSet() {
    for (DebeziumJsonFormat format : List.of(PLAIN, DECLARED)) {
      for (SourceRecord record :
          List.of(
              bare(ID, envelope("u", "", "")),
              embedded(ID, envelope("u", DOCUMENT, "")),
              bare(ID, envelope("u", "", "").replace("\"after\":null,", "")))) {
        Decoded.Rejected rejected = rejection(format, record);
        assertThat(rejected.reason()).isEqualTo(RejectReason.WRONG_ENVELOPE);
        assertThat(rejected.detail())
            .contains("capture.mode=change_streams_update_full")
            .contains("deleted before the connector looked it up")
            .contains("capture.mode.full.update.type=post_image")
            .contains("on_error: dead_letter");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"c", "r", "x", ""})
  void withoutAnyDocumentOnlyADeleteIsOne(String op) {
    for (DebeziumJsonFormat format : List.of(PLAIN, DECLARED)) {
      for (SourceRecord record :
          List.of(
              bare(ID, envelope(op, "", "")),
              bare(ID, envelope(op, "", "").replace("\"after\"", "\"afteb\"")))) {
        assertThat(rejection(format, record).reason())
            .isIn(RejectReason.WRONG_ENVELOPE, RejectReason.UNKNOWN_OPERATION);
      }
    }
  }

  @Test
  void undeclaredFieldsAreToldUnlessTheyAreLeftOut() {
    String document = "{\"_id\": 1,\"name\": \"a\",\"tags\": [1,{\"x\": 2}],\"age\": 3}";
    SourceRecord record = bare("1", envelope("c", "", document));
    Decoded.Rejected rejected = rejection(DECLARED, record);
    assertThat(rejected.reason()).isEqualTo(RejectReason.COLUMN_UNKNOWN);
    assertThat(rejected.detail()).contains("tags");
    DebeziumJsonFormat chosen =
        DebeziumJsonFormat.builder()
            .declaredSchema(StructType.fromDDL("_id STRING, name STRING, age INT"))
            .selection(new Selection(Set.of("_id", "age"), Set.of(), Map.of("_id", "id")))
            .build();
    assertThat(shapeOf(chosen, record).keys()).containsExactly("id");
    InternalRow row = changes(chosen, record).get(0).row();
    assertThat(row.getUTF8String(0)).hasToString("1");
    assertThat(row.getInt(1)).isEqualTo(3);
  }

  @Test
  void anAbsentFieldAndANullOneReadNull() {
    for (String document : List.of("{\"_id\": 1}", "{\"_id\": 1,\"name\": null}", "{ }", "{}")) {
      InternalRow row = changes(DECLARED, bare("1", envelope("u", "", document))).get(0).row();
      assertThat(row.isNullAt(1)).isTrue();
      assertThat(row.isNullAt(2)).isTrue();
    }
  }

  /** The document's own field {@code id} is not the key's, whatever it holds. */
  @Test
  void aFieldIdIsAFieldLikeOthers() {
    DebeziumJsonFormat format = declared("_id STRING, id INT");
    SourceRecord record = bare("7", envelope("c", "", "{\"_id\": 7,\"id\": 8}"));
    InternalRow row = changes(format, record).get(0).row();
    assertThat(row.getUTF8String(0)).hasToString("7");
    assertThat(row.getInt(1)).isEqualTo(8);
  }

  @Test
  void keysOfTheMappingAreReadFromDocuments() {
    DebeziumJsonFormat format =
        DebeziumJsonFormat.builder()
            .declaredSchema(StructType.fromDDL("_id STRING, id INT, name STRING"))
            .keys(List.of("id"))
            .build();
    SourceRecord insert = bare("7", envelope("c", "", "{\"_id\": 7,\"id\": 8}"));
    byte[] eight = changes(format, insert).get(0).key();
    RecordDecoder decoder = format.decoder(layoutOf(shapeOf(format, insert)));
    assertThat(
            changes(decoder, bare("7", envelope("d", "{\"_id\": 7,\"id\": 8}", ""))).get(0).key())
        .isEqualTo(eight);
    // The record's own key must not pass for the field of the same name.
    for (String before : List.of("", "{\"_id\": 7}", "{\"_id\": 7,\"id\": null}")) {
      assertThat(decoder.decode(bare("7", envelope("d", before, ""))))
          .isInstanceOfSatisfying(
              Decoded.Rejected.class,
              rejected -> assertThat(rejected.reason()).isEqualTo(RejectReason.NULL_KEY));
    }
    List<DecodedChange> moved =
        changes(
            decoder, bare("7", envelope("u", "{\"_id\": 7,\"id\": 8}", "{\"_id\": 7,\"id\": 9}")));
    assertThat(moved)
        .extracting(DecodedChange::operation)
        .containsExactly(Operation.DELETE, Operation.UPSERT);
    assertThat(moved.get(0).key()).isEqualTo(eight);
  }

  @Test
  void theIdMustBeAColumn() {
    SourceRecord record = bare("7", envelope("d", "", ""));
    assertThat(rejection(declared("name STRING"), record).detail())
        .contains("declare it as STRING");
    DebeziumJsonFormat without =
        DebeziumJsonFormat.builder()
            .selection(new Selection(Set.of(), Set.of("_id"), Map.of()))
            .build();
    assertThat(rejection(without, record).reason()).isEqualTo(RejectReason.NULL_KEY);
  }

  @ParameterizedTest(name = "{index}: {0}")
  @MethodSource
  void brokenKeysAreRejected(String key, RejectReason reason) {
    for (DebeziumJsonFormat format : List.of(PLAIN, declared("_id BIGINT, name STRING, age INT"))) {
      SourceRecord record = Events.record(key, envelope("c", "", "{\"_id\": 1}"));
      assertThat(rejection(format, record).reason()).isEqualTo(reason);
    }
  }

  static Stream<Arguments> brokenKeysAreRejected() {
    return Stream.of(
        arguments(null, RejectReason.NULL_KEY),
        arguments("", RejectReason.WRONG_ENVELOPE),
        arguments("7", RejectReason.WRONG_ENVELOPE),
        arguments("{}", RejectReason.WRONG_ENVELOPE),
        arguments("{\"id\":7}", RejectReason.WRONG_ENVELOPE),
        arguments("{\"id\":null}", RejectReason.WRONG_ENVELOPE),
        arguments("{\"_id\":\"7\"}", RejectReason.WRONG_ENVELOPE),
        arguments("{\"id\":\"7\",\"x\":\"8\"}", RejectReason.WRONG_ENVELOPE),
        arguments("{\"id\":\"7\"}}", RejectReason.MALFORMED),
        arguments("{\"id\":\"7", RejectReason.MALFORMED));
  }

  /** A text that closes its object must not pass for more of the envelope. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,\"name\":\"forged\"",
        "1}",
        "",
        " ",
        "{",
        "{\"$numberLong\": \"1\"",
        "1 2",
        "nul"
      })
  void anIdIsOneValue(String id) {
    assertThat(
            rejection(
                    declared("_id BIGINT, name STRING, age INT"),
                    bare(id, envelope("c", "", "{\"_id\": 1}")))
                .reason())
        .isEqualTo(RejectReason.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"_id\": 1},\"op\":\"d\",\"x\":{\"a\": 1}",
        "{\"_id\": 1}}",
        "{\"_id\": 1",
        "{broken",
        "{\"_id\": 1,}",
        "{\"name\": NaNa}",
        "{\"name\": \"NaN}",
        "[1]",
        "null",
        "1",
        "\"text\"",
        " ",
        "{\"name\": 'a'}"
      })
  void aDocumentIsOneObject(String document) {
    for (DebeziumJsonFormat format : List.of(PLAIN, DECLARED)) {
      assertThat(rejection(format, bare("1", envelope("c", "", document))).reason())
          .isEqualTo(RejectReason.MALFORMED);
      assertThat(rejection(format, bare("1", envelope("d", document, ""))).reason())
          .isEqualTo(RejectReason.MALFORMED);
    }
  }

  @Test
  void twoAftersAreNotOne() {
    String twice = envelope("c", "", DOCUMENT).replace("{\"before\":null", "{\"after\":\"{}\"");
    assertThat(rejection(DECLARED, bare(ID, twice)).reason()).isEqualTo(RejectReason.MALFORMED);
  }

  private static Decoded.Rejected rejection(DebeziumJsonFormat format, SourceRecord record) {
    Decoded decoded = format.decoder(Layout.NONE).decode(record);
    if (decoded instanceof Decoded.Unfit unfit) {
      decoded = format.decoder(layoutOf(unfit.shape())).decode(record);
    }
    assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
    return (Decoded.Rejected) decoded;
  }

  @Test
  void documentsOfOtherKeysFollowEachOther() {
    RecordDecoder decoder =
        DECLARED.decoder(layoutOf(shapeOf(DECLARED, bare(ID, envelope("c", "", DOCUMENT)))));
    for (int i = 0; i < 3; i++) {
      SourceRecord one = Events.record(key("" + i), envelope("u", "{}", "{\"age\": " + i + "}"));
      InternalRow row = changes(decoder, one).get(0).row();
      assertThat(row.getUTF8String(0)).hasToString("" + i);
      assertThat(row.getInt(2)).isEqualTo(i);
    }
  }
}
