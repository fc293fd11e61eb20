package io.lakeward.source.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.RecordShape;
import io.lakeward.source.ShownValue;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.debezium.ColumnForms;
import io.lakeward.source.debezium.DebeziumJsonFormat;
import io.lakeward.source.debezium.TimeOfDayColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of Avro's types in the columns of a table, and as plain JSON (case T14). */
class AvroTypesTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String ENVELOPE =
      """
      {"type":"record","name":"Envelope","fields":[
        {"name":"after","type":{"type":"record","name":"Row","fields":[
          {"name":"id","type":"int"},{"name":"v","type":["null",%s]}]}},
        {"name":"source","type":{"type":"record","name":"Source","fields":[
          {"name":"connector","type":"string"},{"name":"lsn","type":"long"}]}},
        {"name":"op","type":"string"}]}""";

  @TempDir private Path directory;

  static List<AvroTypeCase> cases() {
    return AvroTypeCase.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  @DisplayName("T14: a value of a logical type is in a column of its own type")
  void valueIsInItsColumn(AvroTypeCase given) throws IOException {
    Schema schema = new Schema.Parser().parse(ENVELOPE.formatted(given.avro()));
    GenericRecord source = new GenericData.Record(schema.getField("source").schema());
    source.put("connector", "postgresql");
    source.put("lsn", 5L);
    Schema row = schema.getField("after").schema();
    GenericRecord after = new GenericData.Record(row);
    after.put("id", 1);
    after.put("v", value(row.getField("v").schema().getTypes().get(1), given.json()));
    GenericRecord envelope = new GenericData.Record(schema);
    envelope.put("after", after);
    envelope.put("source", source);
    envelope.put("op", "c");
    Frames frames = new Frames(directory);
    SourceRecord record =
        new SourceRecord()
            .at("feed", 0, 1, 1_000)
            .holding(null, frames.frame(schema, envelope), SourceRecord.Headers.NONE);
    RecordFormat format = new AvroFormat(json(given), frames.schemas(), JsonForm.CONNECT);
    RecordShape shape = ((Decoded.Unfit) format.decoder(Layout.NONE).decode(record)).shape();
    DataType type = shape.columns().get(1).type();
    assertThat(type.catalogString()).isEqualTo(given.column());
    Decoded decoded = format.decoder(layoutOf(shape)).decode(record);
    assertThat(decoded).isInstanceOf(Decoded.Changes.class);
    InternalRow read = ((Decoded.Changes) decoded).changes().get(0).row();
    assertThat(ShownValue.of(read, 1, type)).isEqualTo(given.value());
  }

  private static DebeziumJsonFormat json(AvroTypeCase given) {
    TimeOfDayColumn times =
        given.options().equals(Map.of("time_of_day", "micros"))
            ? TimeOfDayColumn.MICROS
            : TimeOfDayColumn.TEXT;
    return DebeziumJsonFormat.builder()
        .keys(List.of("id"))
        .forms(new ColumnForms(times, ColumnForms.DEFAULT.geometries()))
        .build();
  }

  private static Layout layoutOf(RecordShape shape) {
    return new Layout(
        List.of(
            Layout.Column.key("id", shape.columns().get(0).type()),
            Layout.Column.value("v", shape.columns().get(1).type())),
        shape.sequenceType());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void plainValueIsAsPeopleWriteIt(AvroTypeCase given) throws Exception {
    Schema row = row(given.avro().toString());
    assertThat(MAPPER.readTree(plain(row, given.json())).get("v"))
        .isEqualTo(MAPPER.readTree(given.plain()));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no bytes             | \\u0000\\u0000
          longer than it says  | \\u0002\\u0001\\u0002\\u0000
          shorter than it says | \\u0004\\u0001
          of a vast scale      | \\u0002\\u0001\\u00fe\\u00ff\\u00ff\\u00ff\\u000f
          """)
  void brokenDecimalIsRefused(String problem, String bytes) throws IOException {
    Schema row = row("{\"type\":\"bytes\",\"logicalType\":\"big-decimal\"}");
    assertThatThrownBy(() -> plain(row, '"' + bytes + '"')).isInstanceOf(AvroRefused.class);
  }

  private static Schema row(String type) {
    return new Schema.Parser()
        .parse(
            "{\"type\":\"record\",\"name\":\"Row\",\"fields\":[{\"name\":\"v\",\"type\":%s}]}"
                .formatted(type));
  }

  private String plain(Schema row, String json) throws AvroRefused, IOException {
    GenericRecord record = new GenericData.Record(row);
    record.put("v", value(row.getField("v").schema(), json));
    Frames frames = new Frames(directory);
    return new String(
        new AvroJson(frames.schemas(), JsonForm.PLAIN).of(frames.frame(row, record)),
        StandardCharsets.UTF_8);
  }

  private static Object value(Schema schema, String json) throws IOException {
    return new GenericDatumReader<>(schema)
        .read(null, DecoderFactory.get().jsonDecoder(schema, json));
  }
}
