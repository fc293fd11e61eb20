package io.lakeward.source.avro;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.apicurio.registry.utils.converter.avro.AvroData;
import io.lakeward.change.Operation;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.debezium.DebeziumJsonFormat;
import io.lakeward.source.debezium.MongoEvents;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of MongoDB in envelopes that Connect's Avro converter writes, key and value. */
class MongoFeedTest {

  private static final String ID = "{\"$oid\": \"596e275826f08b2730779e1f\"}";
  private static final String DOCUMENT =
      "{\"_id\": "
          + ID
          + ",\"name\": \"Zo\u00eb \\\"Z\\\"\",\"n\": {\"$numberLong\": \"9007199254740993\"},"
          + "\"x\": NaN}";
  private static final Layout LAYOUT =
      new Layout(
          List.of(
              Layout.Column.key("_id", DataTypes.StringType),
              Layout.Column.value("name", DataTypes.StringType),
              Layout.Column.value("n", DataTypes.LongType),
              Layout.Column.value("x", DataTypes.DoubleType)));

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"c", "u", "r", "d"})
  void theChangeIsThatOfTheJson(String op) {
    RecordFormat json =
        DebeziumJsonFormat.builder()
            .declaredSchema(StructType.fromDDL("_id STRING, name STRING, n BIGINT, x DOUBLE"))
            .build();
    SourceRecord record =
        MongoEvents.embedded(ID, MongoEvents.envelope(op, "", op.equals("d") ? "" : DOCUMENT));
    Frames frames = new Frames(directory);
    SourceRecord framed =
        new SourceRecord()
            .at(record.topic(), record.partition(), record.offset(), record.timestampMillis())
            .holding(
                framed(frames, record.key()), framed(frames, record.value()), record.headers());
    DecodedChange expected = change(json.decoder(LAYOUT), record);
    DecodedChange change =
        change(new AvroFormat(json, frames.schemas(), JsonForm.CONNECT).decoder(LAYOUT), framed);
    assertThat(change.operation())
        .isEqualTo(op.equals("d") ? Operation.DELETE : Operation.UPSERT)
        .isEqualTo(expected.operation());
    assertThat(change.key()).isEqualTo(expected.key());
    assertThat(change.sequence()).isEqualTo(expected.sequence());
    InternalRow row = change.row();
    assertThat(row.getUTF8String(0)).hasToString(ID);
    if (!op.equals("d")) {
      assertThat(row.getUTF8String(1)).hasToString("Zo\u00eb \"Z\"");
      assertThat(row.getLong(2)).isEqualTo(9007199254740993L);
      assertThat(row.getDouble(3)).isNaN();
    }
  }

  private static byte[] framed(Frames frames, byte[] withSchema) {
    try (JsonConverter json = new JsonConverter()) {
      json.configure(Map.of("schemas.enable", "true"), false);
      SchemaAndValue connect = json.toConnectData("t", withSchema);
      assertThat(new String(withSchema, UTF_8)).contains("\"payload\"");
      AvroData avro = new AvroData(1);
      return frames.frame(
          avro.fromConnectSchema(connect.schema()),
          avro.fromConnectData(connect.schema(), connect.value()));
    }
  }

  private static DecodedChange change(RecordDecoder decoder, SourceRecord record) {
    Decoded decoded = decoder.decode(record);
    assertThat(decoded).isInstanceOf(Decoded.Changes.class);
    return ((Decoded.Changes) decoded).changes().get(0);
  }
}
