package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.field;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.record;
import static io.lakeward.source.debezium.Events.shapeOf;
import static io.lakeward.source.debezium.ExpressionEvents.assertRejected;
import static io.lakeward.source.debezium.ExpressionEvents.columns;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.Operation;
import io.lakeward.change.RejectReason;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.Layout;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.Selection;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.debezium.FlattenedFormat.Tombstones;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Envelopes of connectors with the fields that Debezium's documentation of each lists, with and
 * without their schemas: rows, order, and the source block in expressions.
 */
class ConnectorsTest {

  @RegisterExtension
  static final io.lakeward.source.TestCompiler COMPILER = ExpressionEvents.COMPILER;

  private static final String KEY = "{\"id\":1}";
  private static final String ROW = "{\"id\":1,\"email\":\"annek@noanswer.org\"}";
  private static final StructType DECLARED = StructType.fromDDL("id INT, email STRING");

  /** A connector, the fields of its source block, and expressions over them. */
  enum Connector {
    /** Documentation, "Debezium connector for Informix", "create events". */
    INFORMIX(
        """
        {"version":"3.6.1.Final","connector":"informix","name":"myconnector",\
        "ts_ms":1559729468470,"ts_us":1559729468470000,"ts_ns":1559729468470000000,\
        "snapshot":"false","db":"mydatabase","schema":"myschema","table":"customers",\
        "commit_lsn":"627404540760620","change_lsn":"627404540485812","txId":"157",\
        "begin_lsn":"627404540372400"}""",
        "null",
        "struct<commit_lsn:bigint,change_lsn:bigint,streamed:int>",
        Map.of(
            "_change.source.begin_lsn", "627404540372400",
            "_change.source.txId", "157",
            "_change.position.change_lsn", "627404540485812")),
    /**
     * Documentation, "Debezium connector for Vitess", "create events" and "Ordered transaction
     * metadata"; the shard as in {@code VitessSourceInfoStructMaker}.
     */
    VITESS(
        """
        {"version":"3.6.1.Final","connector":"vitess","name":"my_sharded_connector",\
        "ts_ms":1559033904863,"snapshot":"false","db":"","sequence":null,\
        "ts_us":1559033904863000,"ts_ns":1559033904863000000,"keyspace":"commerce",\
        "table":"customers","shard":"-80",\
        "vgtid":"[{\\"keyspace\\":\\"commerce\\",\\"shard\\":\\"80-\\",\
        \\"gtid\\":\\"MariaDB/0-54610504-47\\"}]"}""",
        """
        {"id":"[{\\"keyspace\\":\\"commerce\\"}]","total_order":3,"data_collection_order":2,\
        "transaction_epoch":1,"transaction_rank":"AQA="}""",
        "struct<transaction_epoch:bigint,transaction_rank:bigint,total_order:bigint,streamed:int>",
        Map.of(
            "_change.source.keyspace", "commerce",
            "_change.source.shard", "-80",
            "left(_change.source.vgtid, 2)", "[{",
            "_change.position.transaction_rank", "256",
            "_change.transaction.total_order", "3")),
    /** Documentation, "Debezium connector for Google Cloud Spanner", "create events". */
    SPANNER(
        """
        {"version":"3.6.1.Final","connector":"spanner","name":"spanner_connector",\
        "ts_ms":1670955531785,"ts_us":1670955531785123,"ts_ns":1670955531785123000,\
        "snapshot":"false","db":"database","sequence":"1","project_id":"project",\
        "instance_id":"instance","database_id":"database","change_stream_name":"change_stream",\
        "table":"Users","server_transaction_id":"transaction_id","low_watermark":1670955471635,\
        "read_at_timestamp":1670955531791,"number_records_in_transaction":2,\
        "transaction_tag":"","system_transaction":false,"value_capture_type":"NEW_ROW",\
        "partition_token":"partition_token","mod_number":0,\
        "is_last_record_in_transaction_in_partition":true,\
        "number_of_partitions_in_transaction":1}""",
        "null",
        "struct<ts_us:bigint,server_transaction_id:string,sequence:bigint,mod_number:bigint,"
            + "streamed:int>",
        Map.of(
            "_change.source.change_stream_name", "change_stream",
            "_change.source.system_transaction", "false",
            "_change.source.number_records_in_transaction + 1", "3",
            "_change.position.server_transaction_id", "transaction_id",
            "_change.source_time", "2022-12-13 18:18:51.785123"));

    final String source;
    final String transaction;
    final String order;
    final Map<String, String> expressions;

    Connector(String source, String transaction, String order, Map<String, String> expressions) {
      this.source = source;
      this.transaction = transaction;
      this.order = order;
      this.expressions = expressions;
    }

    String envelope(String op, String before, String after) {
      return bare(op, before, after, source)
          .replace("\"transaction\":null", "\"transaction\":" + transaction);
    }

    /** The same record without schemas, and with the row's. */
    List<SourceRecord> records(String op, String before, String after) {
      String envelope = envelope(op, before, after);
      return List.of(
          record(KEY, envelope),
          record(
              KEY,
              Events.embedded(field("id", "int32") + "," + field("email", "string"), envelope)));
    }
  }

  @ParameterizedTest
  @EnumSource(Connector.class)
  void rowsAreUpsertedAndDeletedInTheConnectorsOrder(Connector connector) {
    DebeziumJsonFormat format = DebeziumJsonFormat.builder().declaredSchema(DECLARED).build();
    for (SourceRecord record : connector.records("c", "null", ROW)) {
      assertThat(shapeOf(format, record).sequenceType().catalogString()).isEqualTo(connector.order);
      assertThat(shapeOf(format, record).keys()).containsExactly("id");
    }
    Stream.of(
            connector.records("c", "null", ROW),
            connector.records("u", ROW, ROW),
            connector.records("d", ROW, "null"))
        .flatMap(List::stream)
        .forEach(
            record -> {
              DecodedChange change = changes(format, record).get(0);
              boolean delete =
                  new String(record.value(), java.nio.charset.StandardCharsets.UTF_8)
                      .contains("\"op\":\"d\"");
              assertThat(change.operation())
                  .isEqualTo(delete ? Operation.DELETE : Operation.UPSERT);
              assertThat(change.row().getInt(0)).isEqualTo(1);
            });
  }

  @ParameterizedTest
  @EnumSource(Connector.class)
  void expressionsSeeTheSourceBlock(Connector connector) {
    connector.expressions.forEach(
        (sql, expected) -> {
          DebeziumJsonFormat format =
              DebeziumJsonFormat.builder()
                  .declaredSchema(DECLARED)
                  .expressions(columns("x", "cast(" + sql + " as string)"))
                  .build();
          for (SourceRecord record : connector.records("u", "null", ROW)) {
            assertThat(changes(format, record).get(0).row().getUTF8String(2))
                .as(sql)
                .hasToString(expected);
          }
        });
  }

  @Test
  void expressionsSeeTheSourceBlockOfMongo() {
    Map<String, String> expressions =
        Map.of(
            "_change.source.collection", "customers",
            "_change.source.ord", "31",
            "_change.source.txnNumber", "1",
            "_change.source.wallTime", "1558965508123",
            "_change.position.ts_ms", "1558965508123",
            "_change.source_time", "2019-05-27 13:58:28.123",
            "_change.before.email", "old",
            "_change.key", "{\"id\":\"1\"}",
            "get_json_object(_id, '$')", "1");
    expressions.forEach(
        (sql, expected) -> {
          DebeziumJsonFormat format =
              DebeziumJsonFormat.builder()
                  .declaredSchema(StructType.fromDDL("_id STRING, email STRING"))
                  .expressions(columns("x", "cast(" + sql + " as string)"))
                  .build();
          SourceRecord record =
              MongoEvents.bare(
                  "1", MongoEvents.envelope("u", "{\"email\": \"old\"}", "{\"email\": \"new\"}"));
          assertThat(changes(format, record).get(0).row().getUTF8String(2))
              .as(sql)
              .hasToString(expected);
        });
  }

  @Test
  void anUpdateOfChangedColumnsAloneIsToldWhatToSet() {
    DebeziumJsonFormat format = DebeziumJsonFormat.builder().declaredSchema(DECLARED).build();
    for (String capture : List.of("OLD_AND_NEW_VALUES", "NEW_VALUES", "UNKNOWN", "")) {
      String value =
          Connector.SPANNER.envelope("u", "{\"id\":1,\"email\":null}", "{\"id\":1,\"email\":null}");
      value =
          capture.isEmpty()
              ? value.replace("\"value_capture_type\":\"NEW_ROW\",", "")
              : value.replace("NEW_ROW", capture);
      assertRejected(
          format.decoder(Layout.NONE).decode(record(KEY, value)),
          RejectReason.WRONG_ENVELOPE,
          "set value_capture_type = 'NEW_ROW'");
      // Inserts have all columns, deletes need none, and a flow may say what nulls mean.
      for (String other : List.of("c", "d")) {
        assertThat(
                changes(
                    format, record(KEY, value.replace("\"op\":\"u\"", "\"op\":\"" + other + "\""))))
            .hasSize(1);
      }
      DebeziumJsonFormat ignoring =
          DebeziumJsonFormat.builder()
              .declaredSchema(DECLARED)
              .updates(new PartialUpdates.IgnoreNulls(Selection.ALL))
              .build();
      assertThat(changes(ignoring, record(KEY, value)).get(0).unauthored()).isNotEmpty();
    }
    for (String capture : List.of("NEW_ROW", "NEW_ROW_AND_OLD_VALUES")) {
      String value = Connector.SPANNER.envelope("u", "null", ROW).replace("NEW_ROW", capture);
      assertThat(changes(format, record(KEY, value))).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Connector.class)
  void flattenedRecordsHaveTheSameOrder(Connector connector) {
    String place =
        switch (connector) {
          case INFORMIX ->
              "\"__commit_lsn\":\"627404540760620\",\"__change_lsn\":\"627404540485812\","
                  + "\"__begin_lsn\":\"627404540372400\"";
          case VITESS ->
              "\"__vgtid\":\"[]\",\"__transaction_total_order\":3,"
                  + "\"__transaction_transaction_epoch\":1,"
                  + "\"__transaction_transaction_rank\":\"AQA=\"";
          case SPANNER ->
              "\"__source_ts_us\":1670955531785123,\"__sequence\":\"1\",\"__mod_number\":0,"
                  + "\"__server_transaction_id\":\"transaction_id\","
                  + "\"__value_capture_type\":\"NEW_ROW\"";
        };
    DebeziumJsonFormat whole = DebeziumJsonFormat.builder().declaredSchema(DECLARED).build();
    FlattenedFormat flattened =
        new FlattenedFormat(whole, FlattenedFormat.PREFIX, Tombstones.DELETE, List.of());
    SourceRecord one = connector.records("u", "null", ROW).get(0);
    SourceRecord other = record(KEY, ROW.replace("}", ",\"__op\":\"u\"," + place + "}"));
    Layout layout = layoutOf(shapeOf(whole, one));
    byte[] sequence = changes(flattened.decoder(layout), other).get(0).sequence();
    assertThat(sequence).isEqualTo(changes(whole.decoder(layout), one).get(0).sequence());
    Map<String, String> headers = headers(place);
    SourceRecord delete = record(KEY, null, headers);
    assertThat(changes(flattened.decoder(layout), delete).get(0).sequence()).isEqualTo(sequence);
  }

  private static Map<String, String> headers(String place) {
    Map<String, String> headers = new java.util.HashMap<>();
    for (String member : place.substring(1).split(",\"", -1)) {
      String[] parts = member.split("\":", 2);
      headers.put(parts[0], parts[1]);
    }
    return headers;
  }
}
