package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.decimal;
import static io.lakeward.source.debezium.Events.field;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.apicurio.registry.utils.converter.avro.AvroData;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.avro.AvroFormat;
import io.lakeward.source.avro.Frames;
import io.lakeward.source.avro.JsonForm;
import io.lakeward.source.avro.SchemaSource;
import io.lakeward.source.debezium.FlattenedFormat.Tombstones;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.spark.sql.types.StructType;

/** Updates of a table of customers, as each format has them. */
enum CustomerRecords {
  /** Debezium's JSON without schemas: some 600 bytes. */
  WITHOUT_SCHEMA {
    @Override
    RecordFormat format() {
      return FORMAT;
    }

    @Override
    List<SourceRecord> make() {
      return records(false);
    }
  },

  /** The same with a schema of over 1,500 bytes before each. */
  EMBEDDED_SCHEMA {
    @Override
    RecordFormat format() {
      return FORMAT;
    }

    @Override
    List<SourceRecord> make() {
      return records(true);
    }
  },

  /** Rows after Debezium's transform. */
  FLATTENED {
    @Override
    RecordFormat format() {
      return new FlattenedFormat(FORMAT, FlattenedFormat.PREFIX, Tombstones.DELETE, List.of());
    }

    @Override
    List<SourceRecord> make() {
      return flattened();
    }
  },

  /** The envelope in Avro. */
  AVRO {
    @Override
    RecordFormat format() {
      return avroFormat();
    }

    @Override
    List<SourceRecord> make() {
      return avro();
    }
  };

  private static final int RECORDS = 20_000;

  private static final String FIELDS =
      String.join(
          ",",
          field("id", "int64"),
          field("name", "string"),
          field("email", "string"),
          field("status", "string"),
          decimal("balance", "\"scale\":\"2\",\"connect.decimal.precision\":\"12\""),
          field("born", "int32", "io.debezium.time.Date"),
          field("created_at", "int64", "io.debezium.time.MicroTimestamp"),
          field("active", "boolean"));

  private static final String SOURCE_SCHEMA =
      "{\"type\":\"struct\",\"fields\":["
          + String.join(
              ",",
              field("version", "string"),
              field("connector", "string"),
              field("name", "string"),
              field("ts_ms", "int64"),
              field("snapshot", "string"),
              field("db", "string"),
              field("sequence", "string"),
              field("ts_us", "int64"),
              field("ts_ns", "int64"),
              field("schema", "string"),
              field("table", "string"),
              field("txId", "int64"),
              field("lsn", "int64"),
              field("xmin", "int64"))
          + "],\"optional\":false,\"field\":\"source\"}";

  private static final StructType DECLARED =
      StructType.fromDDL(
          "id BIGINT, name STRING, email STRING, status STRING, balance DECIMAL(12,2), born DATE,"
              + " created_at TIMESTAMP_NTZ, active BOOLEAN");

  private static final DebeziumJsonFormat FORMAT =
      DebeziumJsonFormat.builder().declaredSchema(DECLARED).build();

  private static final Path DIRECTORY = directory();

  /** What reads them. */
  abstract RecordFormat format();

  /** Some thousands of them, more than the processor's caches hold. */
  abstract List<SourceRecord> make();

  private static Path directory() {
    try {
      return Files.createTempDirectory("schemas");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<SourceRecord> flattened() {
    List<SourceRecord> records = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      String row = after(i);
      records.add(
          Events.record(
              "{\"id\":" + (i * 7919L) + "}",
              row.substring(0, row.length() - 1)
                  + ",\"__op\":\"u\",\"__lsn\":24268000,\"__source_ts_ms\":1731508712229}"));
    }
    return records;
  }

  private static AvroFormat avroFormat() {
    return new AvroFormat(
        DebeziumJsonFormat.builder().build(),
        new SchemaSource.Directory(DIRECTORY.toString()),
        JsonForm.CONNECT);
  }

  /** As Connect's Avro converter writes what its JSON converter wrote. */
  private static List<SourceRecord> avro() {
    AvroData converter = new AvroData(RECORDS);
    try (JsonConverter json = new JsonConverter()) {
      json.configure(Map.of("schemas.enable", "true"), false);
      List<SourceRecord> records = new ArrayList<>();
      for (SourceRecord record : records(true)) {
        records.add(
            new SourceRecord()
                .at(record.topic(), 0, 42, record.timestampMillis())
                .holding(
                    framed(1, converter, json.toConnectData("t", record.key())),
                    framed(2, converter, json.toConnectData("t", whole(record.value()))),
                    SourceRecord.Headers.NONE));
      }
      return records;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connect takes no field of which the schema says nothing. */
  private static byte[] whole(byte[] embedded) {
    String op = "{\"type\":\"string\",\"optional\":false,\"field\":\"op\"}";
    return new String(embedded, UTF_8).replace(op, SOURCE_SCHEMA + "," + op).getBytes(UTF_8);
  }

  private static byte[] framed(int id, AvroData converter, SchemaAndValue connect)
      throws IOException {
    Schema schema = converter.fromConnectSchema(connect.schema());
    Path file = DIRECTORY.resolve(id + ".avsc");
    if (!Files.exists(file)) {
      Files.writeString(file, schema.toString());
    }
    return Frames.frame(id, schema, converter.fromConnectData(connect.schema(), connect.value()));
  }

  private static List<SourceRecord> records(boolean embedded) {
    List<SourceRecord> records = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      String after = after(i);
      String bare = Events.bare("u", "null", after);
      String key = "{\"id\":" + (i * 7919L) + "}";
      String keySchema =
          "{\"schema\":{\"type\":\"struct\",\"fields\":["
              + field("id", "int64")
              + "],\"optional\":false,\"name\":\"k\"},\"payload\":"
              + key
              + "}";
      records.add(
          embedded
              ? Events.record(keySchema, Events.embedded(FIELDS, bare))
              : Events.record(key, bare));
    }
    return records;
  }

  private static String after(int i) {
    return "{\"id\":"
        + (i * 7919L)
        + ",\"name\":\"Name of customer "
        + i
        + "\",\"email\":\"customer"
        + i
        + "@example.org\",\"status\":\"active\""
        + ",\"balance\":\"BBo=\",\"born\":"
        + (10_000 + i % 9000)
        + ",\"created_at\":"
        + (1690366967048491L + i)
        + ",\"active\":true}";
  }
}
