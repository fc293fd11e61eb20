package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.decimal;
import static io.lakeward.source.debezium.Events.field;

import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * Prints how many records a second of processor time are decoded, with and without embedded schema,
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

  private static final StructType DECLARED =
      StructType.fromDDL(
          "id BIGINT, name STRING, email STRING, status STRING, balance DECIMAL(12,2), born DATE,"
              + " created_at TIMESTAMP_NTZ, active BOOLEAN");

  private DecodeThroughput() {}

  /** Measures each way in turn, three times. */
  public static void main(String[] args) {
    double seconds = args.length > 0 ? Double.parseDouble(args[0]) : 3;
    for (int round = 0; round < 3; round++) {
      measure("without schema", records(false), seconds);
      measure("with schema", records(true), seconds);
    }
  }

  private static List<SourceRecord> records(boolean embedded) {
    List<SourceRecord> records = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      String after =
          "{\"id\":"
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

  private static void measure(String what, List<SourceRecord> records, double seconds) {
    DebeziumJsonFormat format = DebeziumJsonFormat.builder().declaredSchema(DECLARED).build();
    RecordShape shape = Events.shapeOf(format, records.get(0));
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
