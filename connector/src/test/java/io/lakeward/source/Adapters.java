package io.lakeward.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.apicurio.registry.utils.converter.avro.AvroData;
import io.lakeward.source.avro.AvroFormat;
import io.lakeward.source.avro.Frames;
import io.lakeward.source.avro.JsonForm;
import io.lakeward.source.avro.SchemaSource;
import io.lakeward.source.custom.JsonFormat;
import io.lakeward.source.debezium.DebeziumJsonFormat;
import io.lakeward.source.debezium.FlattenedFormat;
import io.lakeward.source.debezium.FlattenedFormat.Tombstones;
import io.lakeward.source.expression.ExpressionCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.spark.sql.types.StructType;

/** All adapters, each with the same row as its records say it. */
final class Adapters {

  private static final String ROW =
      "{\"id\":7,\"name\":\"Zo\\u00eb\",\"price\":\"BBo=\",\"at\":1690366967048491,\"tags\":[\"a\",null],"
          + "\"more\":{\"x\":1.5,\"y\":{\"k\":1}}}";
  private static final String DDL =
      "id BIGINT, name STRING, price DECIMAL(10,2), at TIMESTAMP, tags ARRAY<STRING>,"
          + " more STRUCT<x: DOUBLE, y: MAP<STRING, INT>>";
  private static final String SOURCE =
      "{\"connector\":\"postgresql\",\"ts_ms\":1731508712229,\"lsn\":24268000,"
          + "\"sequence\":\"[\\\"24267616\\\",\\\"24268000\\\"]\"}";
  private static final String ENVELOPE =
      "{\"before\":null,\"after\":" + ROW + ",\"source\":" + SOURCE + ",\"op\":\"u\",\"ts_ms\":1}";
  private static final String DELETED =
      ENVELOPE.replace(ROW, "null").replace("\"op\":\"u\"", "\"op\":\"d\"");
  private static final String FIELDS =
      "{\"type\":\"int64\",\"field\":\"id\"},{\"type\":\"string\",\"optional\":true,\"field\":\"name\"},"
          + "{\"type\":\"bytes\",\"optional\":true,\"name\":\"org.apache.kafka.connect.data.Decimal\","
          + "\"parameters\":{\"scale\":\"2\",\"connect.decimal.precision\":\"10\"},\"field\":\"price\"},"
          + "{\"type\":\"int64\",\"optional\":true,\"name\":\"io.debezium.time.MicroTimestamp\",\"field\":\"at\"},"
          + "{\"type\":\"array\",\"optional\":true,\"items\":{\"type\":\"string\",\"optional\":true},"
          + "\"field\":\"tags\"},{\"type\":\"struct\",\"optional\":true,\"field\":\"more\",\"fields\":["
          + "{\"type\":\"double\",\"optional\":true,\"field\":\"x\"},{\"type\":\"map\",\"optional\":true,"
          + "\"keys\":{\"type\":\"string\"},\"values\":{\"type\":\"int32\",\"optional\":true},"
          + "\"field\":\"y\"}]}";
  private static final String SCHEMA =
      "{\"type\":\"struct\",\"fields\":[{\"type\":\"struct\",\"optional\":true,\"field\":\"after\",\"fields\":["
          + FIELDS
          + "]},{\"type\":\"struct\",\"field\":\"source\",\"fields\":["
          + "{\"type\":\"string\",\"field\":\"connector\"},{\"type\":\"int64\",\"field\":\"ts_ms\"},"
          + "{\"type\":\"int64\",\"field\":\"lsn\"},{\"type\":\"string\",\"field\":\"sequence\"}]},"
          + "{\"type\":\"string\",\"field\":\"op\"}]}";
  private static final String FLATTENED_SCHEMA =
      "{\"type\":\"struct\",\"fields\":["
          + FIELDS
          + ",{\"type\":\"string\",\"field\":\"__op\"},{\"type\":\"int64\",\"field\":\"__lsn\"},"
          + "{\"type\":\"string\",\"field\":\"__deleted\"}]}";

  private static final String PLAIN =
      "{\"id\":7,\"name\":\"Zoe\",\"price\":10.5,\"at\":\"2023-07-26T10:22:47.048491Z\",\"tags\":[\"a\",null],"
          + "\"more\":{\"x\":1.5,\"y\":{\"k\":1}}}";

  /** The row as a document of MongoDB, in extended JSON of all kinds. */
  private static final String DOCUMENT =
      "{\"_id\": {\"$numberLong\": \"7\"},\"name\": {\"$oid\": \"596e275826f08b2730779e1f\"},"
          + "\"price\": {\"$numberDecimal\": \"10.5\"},\"at\": {\"$date\": 1690366967048},"
          + "\"tags\": [\"Zo\\u00eb\",null],\"more\": {\"x\": -Infinity,\"y\": {\"k\": 1},"
          + "\"raw\": {\"$binary\": \"AP8=\",\"$type\": \"00\"},"
          + "\"place\": {\"$timestamp\": {\"t\": 1,\"i\": 2}}}}";

  private static final String DOCUMENT_DDL =
      DDL.replace("id BIGINT", "_id BIGINT")
          .replace("INT>>", "INT>, raw: BINARY, place: STRUCT<t: BIGINT, i: BIGINT>>");
  private static final String DOCUMENT_ENVELOPE =
      "{\"before\":null,\"after\":"
          + quoted(DOCUMENT)
          + ",\"source\":{\"connector\":\"mongodb\",\"ts_ms\":1690366967048,\"collection\":\"c\","
          + "\"ord\":3},\"op\":\"u\",\"ts_ms\":1}";

  private final ExpressionCompiler compiler;
  private final Path schemas;

  /** Adapters with this compiler for what mappings say, and a directory in place of a registry. */
  Adapters(ExpressionCompiler compiler, Path schemas) {
    this.compiler = compiler;
    this.schemas = schemas;
  }

  /** The bytes of a key and a value. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
  record Sample(byte[] key, byte[] value) {

    /** The same with another value. */
    Sample with(byte[] other) {
      return new Sample(key, other);
    }

    /** The record at a place of a topic. */
    SourceRecord at(long offset) {
      return new SourceRecord()
          .at("t", 0, offset, 1)
          .holding(key, value, SourceRecord.Headers.NONE);
    }
  }

  /**
   * An adapter.
   *
   * @param upsert a record that writes the row
   * @param delete a record that deletes it
   * @param foreign a record of another envelope
   */
  record Adapter(String name, RecordFormat format, Sample upsert, Sample delete, Sample foreign) {
    /** The layout of a table that was made for the record. */
    Layout layout() {
      return layout(asked());
    }

    /** What the record asks for where there is no table. */
    RecordShape asked() {
      Decoded decoded = format.decoder(Layout.NONE).decode(upsert.at(1));
      if (decoded instanceof Decoded.Unfit unfit) {
        return unfit.shape();
      }
      throw new AssertionError(name + " asks for no table: " + decoded);
    }

    private static Layout layout(RecordShape shape) {
      return new Layout(
          shape.columns().stream()
              .map(
                  column ->
                      shape.keys().contains(column.name())
                          ? Layout.Column.key(column.name(), column.type())
                          : Layout.Column.value(column.name(), column.type()))
              .toList(),
          shape.sequenceType());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** All that there are. */
  List<Adapter> all() {
    Sample row = sample(PLAIN);
    Sample envelope = sample(ENVELOPE);
    Sample deleted = sample(DELETED);
    return List.of(
        new Adapter("debezium-json, declared", declared(), envelope, deleted, row),
        new Adapter(
            "debezium-json, embedded",
            DebeziumJsonFormat.builder().build(),
            sample(embedded(ENVELOPE)),
            sample(embedded(DELETED)),
            row),
        new Adapter(
            "debezium-json, documents",
            documents(),
            document(DOCUMENT_ENVELOPE),
            document(
                DOCUMENT_ENVELOPE
                    .replace(quoted(DOCUMENT), "null")
                    .replace("\"op\":\"u\"", "\"op\":\"d\"")),
            row),
        new Adapter(
            "flattened-json",
            flattened(declared()),
            sample(flattened("u", "false")),
            sample(flattened("d", "true")),
            envelope),
        new Adapter("json", custom(), row, sample(PLAIN.replace("Zoe", "gone")), envelope),
        new Adapter(
            "debezium-avro",
            new AvroFormat(
                DebeziumJsonFormat.builder().build(),
                new SchemaSource.Directory(schemas.toString()),
                JsonForm.CONNECT),
            sample("").with(connectAvro(2, embedded(ENVELOPE))),
            sample("").with(connectAvro(2, embedded(DELETED))),
            envelope),
        new Adapter(
            "flattened-avro",
            new AvroFormat(
                flattened(DebeziumJsonFormat.builder().build()),
                new SchemaSource.Directory(schemas.toString()),
                JsonForm.CONNECT),
            sample("").with(connectAvro(3, embedded(FLATTENED_SCHEMA, flattened("u", "false")))),
            sample("").with(connectAvro(3, embedded(FLATTENED_SCHEMA, flattened("d", "true")))),
            envelope),
        new Adapter(
            "avro",
            new AvroFormat(
                custom(), new SchemaSource.Directory(schemas.toString()), JsonForm.PLAIN),
            sample("").with(avro("Zoe")),
            sample("").with(avro("gone")),
            row));
  }

  private static Sample sample(String value) {
    return new Sample("{\"id\":7}".getBytes(UTF_8), value.getBytes(UTF_8));
  }

  private static Sample document(String value) {
    String key = "{\"id\":" + quoted("{\"$numberLong\": \"7\"}") + "}";
    return new Sample(key.getBytes(UTF_8), value.getBytes(UTF_8));
  }

  private static String quoted(String json) {
    return "\"" + json.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static DebeziumJsonFormat documents() {
    return DebeziumJsonFormat.builder()
        .declaredSchema(StructType.fromDDL(DOCUMENT_DDL))
        .selection(new Selection(Set.of(), Set.of(), Map.of("_id", "id")))
        .build();
  }

  private static String embedded(String payload) {
    return embedded(SCHEMA, payload);
  }

  private static String embedded(String schema, String payload) {
    return "{\"schema\":" + schema + ",\"payload\":" + payload + "}";
  }

  private static FlattenedFormat flattened(DebeziumJsonFormat rows) {
    return new FlattenedFormat(rows, FlattenedFormat.PREFIX, Tombstones.DELETE, List.of());
  }

  private static String flattened(String op, String deleted) {
    return ROW.substring(0, ROW.length() - 1)
        + ",\"__op\":\""
        + op
        + "\",\"__lsn\":24268000,\"__deleted\":\""
        + deleted
        + "\"}";
  }

  private static DebeziumJsonFormat declared() {
    return DebeziumJsonFormat.builder().declaredSchema(StructType.fromDDL(DDL)).build();
  }

  private RecordFormat custom() {
    return JsonFormat.builder(StructType.fromDDL(DDL))
        .keys(List.of("id"))
        .sequenceBy(List.of("at"))
        .applyAsDeletes("name = 'gone'")
        .build(compiler);
  }

  /**
   * What Connect's JSON converter wrote as its Avro converter writes it, by a schema of this id.
   */
  private byte[] connectAvro(int id, String embedded) {
    try (JsonConverter json = new JsonConverter()) {
      json.configure(Map.of("schemas.enable", "true"), false);
      SchemaAndValue connect = json.toConnectData("t", embedded.getBytes(UTF_8));
      AvroData converter = new AvroData(1);
      return framed(
          id,
          converter.fromConnectSchema(connect.schema()),
          converter.fromConnectData(connect.schema(), connect.value()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] framed(int id, Schema schema, Object value) throws IOException {
    Files.writeString(schemas.resolve(id + ".avsc"), schema.toString());
    return Frames.frame(id, schema, value);
  }

  private byte[] avro(String name) {
    Schema schema =
        new Schema.Parser()
            .parse(
                """
                {"type":"record","name":"Row","fields":[
                  {"name":"id","type":"long"},{"name":"name","type":["null","string"]},
                  {"name":"price","type":{"type":"bytes","logicalType":"decimal","precision":10,"scale":2}},
                  {"name":"at","type":{"type":"long","logicalType":"timestamp-micros"}},
                  {"name":"tags","type":{"type":"array","items":["null","string"]}},
                  {"name":"more","type":{"type":"record","name":"More","fields":[
                    {"name":"x","type":"double"},{"name":"y","type":{"type":"map","values":"int"}}]}}]}
                """);
    String json =
        """
        {"id":7,"name":{"string":"%s"},"price":"\\u0004\\u001a","at":1690366967048491,
         "tags":[{"string":"a"},null],"more":{"x":1.5,"y":{"k":1}}}
        """
            .formatted(name);
    try {
      GenericRecord row =
          new GenericDatumReader<GenericRecord>(schema)
              .read(null, DecoderFactory.get().jsonDecoder(schema, json));
      return framed(1, schema, row);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
