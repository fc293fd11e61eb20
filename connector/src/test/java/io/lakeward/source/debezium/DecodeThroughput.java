package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.decimal;
import static io.lakeward.source.debezium.Events.field;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.apicurio.registry.utils.converter.avro.AvroData;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.avro.AvroFormat;
import io.lakeward.source.avro.Frames;
import io.lakeward.source.avro.JsonForm;
import io.lakeward.source.avro.SchemaSource;
import io.lakeward.source.debezium.FlattenedFormat.Tombstones;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.spark.sql.types.StructType;

/**
 * Prints how many records a second of processor time are decoded, by the form in which they come,
 * so that a busy machine does not show. Run by hand: {@code java -cp <test class path>
 * io.lakeward.source.debezium.DecodeThroughput [seconds]}.
 */
public final class DecodeThroughput {

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

  private DecodeThroughput() {}

  private static Path directory() {
    try {
      return Files.createTempDirectory("schemas");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Measures each way in turn, three times. */
  public static void main(String[] args) {
    double seconds = args.length > 0 ? Double.parseDouble(args[0]) : 3;
    for (int round = 0; round < 3; round++) {
      measure("without schema", FORMAT, records(false), seconds);
      measure("with schema", FORMAT, records(true), seconds);
      measure(
          "flattened",
          new FlattenedFormat(FORMAT, FlattenedFormat.PREFIX, Tombstones.DELETE, List.of()),
          flattened(),
          seconds);
      measure("avro", avroFormat(), avro(), seconds);
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

  private static void measure(
      String what, RecordFormat format, List<SourceRecord> records, double seconds) {
    if (!(format.decoder(Layout.NONE).decode(records.get(0)) instanceof Decoded.Unfit unfit)) {
      throw new AssertionError(format.decoder(Layout.NONE).decode(records.get(0)));
    }
    RecordShape shape = unfit.shape();
    Layout layout = Events.layoutOf(shape);
    RecordDecoder decoder = format.decoder(layout);
    long until = System.nanoTime() + (long) (seconds * 1e9);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    long count = 0;
    long bytes = 0;
    while (System.nanoTime() < until) {
      for (SourceRecord record : records) {
        if (!(decoder.decode(record) instanceof Decoded.Changes)) {
          throw new AssertionError(decoder.decode(record));
        }
        bytes += record.value().length;
        count++;
      }
    }
    double took = (threads.getCurrentThreadCpuTime() - start) / 1e9;
    System.out.printf(
        "%-15s %,9.0f records/s, %.0f bytes a record, %.0f MB/s%n",
        what, count / took, (double) bytes / count, bytes / took / 1e6);
  }
}
