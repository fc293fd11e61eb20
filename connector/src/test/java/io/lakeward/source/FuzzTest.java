package io.lakeward.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.apicurio.registry.utils.converter.avro.AvroData;
import io.lakeward.source.avro.AvroFormat;
import io.lakeward.source.avro.Frames;
import io.lakeward.source.avro.JsonForm;
import io.lakeward.source.avro.SchemaSource;
import io.lakeward.source.custom.JsonFormat;
import io.lakeward.source.debezium.DebeziumJsonFormat;
import io.lakeward.source.debezium.FlattenedFormat;
import io.lakeward.source.debezium.FlattenedFormat.Tombstones;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each adapter reads 100,000 records of which bytes were changed: none throws, and each record ends
 * in one way.
 */
class FuzzTest {

  private static final int RECORDS = 100_000;
  private static final long SEED = 20261130;
  private static final String MARKS = "{}[]\",:0-e.\\ntu";

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
  private static final String SCHEMA =
      "{\"type\":\"struct\",\"fields\":[{\"type\":\"struct\",\"optional\":true,\"field\":\"after\",\"fields\":["
          + "{\"type\":\"int64\",\"field\":\"id\"},{\"type\":\"string\",\"optional\":true,\"field\":\"name\"},"
          + "{\"type\":\"bytes\",\"optional\":true,\"name\":\"org.apache.kafka.connect.data.Decimal\","
          + "\"parameters\":{\"scale\":\"2\",\"connect.decimal.precision\":\"10\"},\"field\":\"price\"},"
          + "{\"type\":\"int64\",\"optional\":true,\"name\":\"io.debezium.time.MicroTimestamp\",\"field\":\"at\"},"
          + "{\"type\":\"array\",\"optional\":true,\"items\":{\"type\":\"string\",\"optional\":true},"
          + "\"field\":\"tags\"},{\"type\":\"struct\",\"optional\":true,\"field\":\"more\",\"fields\":["
          + "{\"type\":\"double\",\"optional\":true,\"field\":\"x\"},{\"type\":\"map\",\"optional\":true,"
          + "\"keys\":{\"type\":\"string\"},\"values\":{\"type\":\"int32\",\"optional\":true},"
          + "\"field\":\"y\"}]}]},{\"type\":\"struct\",\"field\":\"source\",\"fields\":["
          + "{\"type\":\"string\",\"field\":\"connector\"},{\"type\":\"int64\",\"field\":\"ts_ms\"},"
          + "{\"type\":\"int64\",\"field\":\"lsn\"},{\"type\":\"string\",\"field\":\"sequence\"}]},"
          + "{\"type\":\"string\",\"field\":\"op\"}]}";

  @RegisterExtension static final TestCompiler COMPILER = new TestCompiler();
  @TempDir private static Path schemas;

  /** An adapter, and a record that it reads. */
  private enum Adapter {
    DEBEZIUM_DECLARED {
      @Override
      RecordFormat format() {
        return declared();
      }

      @Override
      byte[] record() {
        return ENVELOPE.getBytes(UTF_8);
      }
    },
    DEBEZIUM_EMBEDDED {
      @Override
      RecordFormat format() {
        return DebeziumJsonFormat.builder().build();
      }

      @Override
      byte[] record() {
        return ("{\"schema\":" + SCHEMA + ",\"payload\":" + ENVELOPE + "}").getBytes(UTF_8);
      }
    },
    FLATTENED {
      @Override
      RecordFormat format() {
        return new FlattenedFormat(
            declared(), FlattenedFormat.PREFIX, Tombstones.DELETE, List.of());
      }

      @Override
      byte[] record() {
        return (ROW.substring(0, ROW.length() - 1)
                + ",\"__op\":\"u\",\"__lsn\":24268000,\"__deleted\":\"false\"}")
            .getBytes(UTF_8);
      }
    },
    CUSTOM {
      @Override
      RecordFormat format() {
        return custom();
      }

      @Override
      byte[] record() {
        return PLAIN.getBytes(UTF_8);
      }
    },
    DEBEZIUM_AVRO {
      @Override
      RecordFormat format() {
        return new AvroFormat(
            DebeziumJsonFormat.builder().build(),
            new SchemaSource.Directory(schemas.toString()),
            JsonForm.CONNECT);
      }

      @Override
      byte[] record() {
        return connectAvro();
      }
    },
    AVRO {
      @Override
      RecordFormat format() {
        return new AvroFormat(
            custom(), new SchemaSource.Directory(schemas.toString()), JsonForm.PLAIN);
      }

      @Override
      byte[] record() {
        return avro();
      }
    };

    abstract RecordFormat format();

    abstract byte[] record();
  }

  private static final String PLAIN =
      "{\"id\":7,\"name\":\"Zoe\",\"price\":10.5,\"at\":\"2023-07-26T10:22:47.048491Z\",\"tags\":[\"a\",null],"
          + "\"more\":{\"x\":1.5,\"y\":{\"k\":1}}}";

  private enum End {
    CHANGES,
    SKIPPED,
    REJECTED,
    UNFIT
  }

  @ParameterizedTest
  @EnumSource(Adapter.class)
  void everyRecordEndsInOneWay(Adapter adapter) {
    RecordFormat format = adapter.format();
    byte[] sound = adapter.record();
    Layout layout = layout(format, sound);
    RecordDecoder decoder = format.decoder(layout);
    assertThat(end(decoder, sound)).isEqualTo(End.CHANGES);
    Random random = new Random(SEED);
    Map<End, Integer> ends = new EnumMap<>(End.class);
    for (int i = 0; i < RECORDS; i++) {
      byte[] record = changed(sound, random);
      try {
        ends.merge(end(decoder, record, key(random)), 1, Integer::sum);
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + SEED + ", record " + new String(record, UTF_8), e);
      }
    }
    assertThat(ends.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(RECORDS);
    assertThat(ends.get(End.REJECTED)).as("%s", ends).isGreaterThan(RECORDS / 10);
    assertThat(ends.get(End.CHANGES)).as("%s", ends).isGreaterThan(RECORDS / 100);
    assertThat(end(decoder, sound)).as("after all of them").isEqualTo(End.CHANGES);
  }

  private static byte[] changed(byte[] sound, Random random) {
    byte[] record = sound.clone();
    for (int change = random.nextInt(3); change >= 0; change--) {
      int at = random.nextInt(record.length);
      record[at] =
          switch (random.nextInt(4)) {
            case 0 -> (byte) random.nextInt(256);
            case 1 -> (byte) MARKS.charAt(random.nextInt(MARKS.length()));
            default -> record[random.nextInt(record.length)];
          };
    }
    return random.nextInt(20) == 0
        ? java.util.Arrays.copyOf(record, random.nextInt(record.length))
        : record;
  }

  private static final byte[] KEY = "{\"id\":7}".getBytes(UTF_8);

  private static byte[] key(Random random) {
    if (random.nextInt(50) > 0) {
      return KEY;
    }
    byte[] key = new byte[random.nextInt(12)];
    random.nextBytes(key);
    if (key.length > 0 && random.nextBoolean()) {
      key[0] = 0;
    }
    return key;
  }

  private static End end(RecordDecoder decoder, byte[] value) {
    return end(decoder, value, KEY);
  }

  private static End end(RecordDecoder decoder, byte[] value, byte[] key) {
    Decoded decoded = decoder.decode(record(value, key));
    if (decoded instanceof Decoded.Changes) {
      return End.CHANGES;
    } else if (decoded instanceof Decoded.Skipped) {
      return End.SKIPPED;
    }
    return decoded instanceof Decoded.Rejected ? End.REJECTED : End.UNFIT;
  }

  private static SourceRecord record(byte[] value, byte[] key) {
    return new SourceRecord().at("t", 0, 1, 1).holding(key, value, SourceRecord.Headers.NONE);
  }

  private static Layout layout(RecordFormat format, byte[] sound) {
    Decoded decoded = format.decoder(Layout.NONE).decode(record(sound, KEY));
    assertThat(decoded).isInstanceOf(Decoded.Unfit.class);
    RecordShape shape = ((Decoded.Unfit) decoded).shape();
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

  private static DebeziumJsonFormat declared() {
    return DebeziumJsonFormat.builder().declaredSchema(StructType.fromDDL(DDL)).build();
  }

  private static RecordFormat custom() {
    return JsonFormat.builder(StructType.fromDDL(DDL))
        .keys(List.of("id"))
        .sequenceBy(List.of("at"))
        .build(COMPILER.get());
  }

  /** The envelope as Connect's Avro converter writes it. */
  private static byte[] connectAvro() {
    try (JsonConverter json = new JsonConverter()) {
      json.configure(Map.of("schemas.enable", "true"), false);
      SchemaAndValue connect = json.toConnectData("t", Adapter.DEBEZIUM_EMBEDDED.record());
      AvroData converter = new AvroData(1);
      return framed(
          2,
          converter.fromConnectSchema(connect.schema()),
          converter.fromConnectData(connect.schema(), connect.value()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] framed(int id, Schema schema, Object value) throws IOException {
    Files.writeString(schemas.resolve(id + ".avsc"), schema.toString());
    return Frames.frame(id, schema, value);
  }

  private static byte[] avro() {
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
        {"id":7,"name":{"string":"Zoe"},"price":"\\u0004\\u001a","at":1690366967048491,
         "tags":[{"string":"a"},null],"more":{"x":1.5,"y":{"k":1}}}
        """;
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
