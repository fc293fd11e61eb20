package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.JsonType;
import io.lakeward.source.json.Numbers;
import io.lakeward.source.json.StructJson;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataTypes;

/**
 * The fields of an envelope's source block in expressions: those of the embedded schema, or without
 * one these, which connectors have; they are text, but for times and places that are numbers.
 */
final class SourceFields {

  /** Any text, number or truth value as text: connectors do not agree on the type of some. */
  static final JsonType SCALAR = JsonType.scalar(DataTypes.StringType, SourceFields::readScalar);

  private static final JsonType NUMBER = JsonType.scalar(DataTypes.LongType, Numbers::readLong);

  private static final List<String> TEXTS =
      List.of(
          "version",
          "connector",
          "name",
          "snapshot",
          "db",
          "sequence",
          "schema",
          "table",
          "txId",
          "gtid",
          "file",
          "query",
          "change_lsn",
          "commit_lsn",
          "scn",
          "commit_scn",
          "begin_lsn",
          "keyspace",
          "shard",
          "vgtid",
          "collection",
          "lsid",
          "project_id",
          "instance_id",
          "database_id",
          "change_stream_name",
          "server_transaction_id",
          "transaction_tag",
          "system_transaction",
          "value_capture_type",
          "partition_token",
          "is_last_record_in_transaction_in_partition");

  private static final List<String> NUMBERS =
      List.of(
          "ts_ms",
          "ts_us",
          "ts_ns",
          "lsn",
          "xmin",
          "server_id",
          "pos",
          "row",
          "thread",
          "event_serial_no",
          "ssn",
          "txSeq",
          "ord",
          "txnNumber",
          "wallTime",
          "low_watermark",
          "read_at_timestamp",
          "number_records_in_transaction",
          "mod_number",
          "number_of_partitions_in_transaction");

  private static final StructJson WITHOUT_SCHEMA =
      new StructJson(
          Stream.concat(TEXTS.stream(), NUMBERS.stream()).toList(),
          Stream.concat(TEXTS.stream().map(name -> SCALAR), NUMBERS.stream().map(name -> NUMBER))
              .collect(Collectors.toList()));

  private SourceFields() {}

  /** The fields where the envelope's schema describes the block like this; empty for not at all. */
  static StructJson of(Optional<ConnectSchema> embedded, ConnectTypes types) {
    return embedded
        .map(types::of)
        .filter(StructJson.class::isInstance)
        .map(StructJson.class::cast)
        .orElse(WITHOUT_SCHEMA);
  }

  private static void readScalar(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    JsonToken token = json.token();
    if (token == JsonToken.VALUE_STRING) {
      out.putText(ordinal, json.text(), json.textOffset(), json.textLength());
      return;
    }
    if (!json.isLong() && token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw json.refused("text");
    }
    String text = json.isLong() ? Long.toString(json.longValue()) : token.asString();
    byte[] utf8 = text.getBytes(UTF_8);
    out.putText(ordinal, utf8, 0, utf8.length);
  }
}
