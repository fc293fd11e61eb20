package io.lakeward.source.avro;

import static java.util.Objects.requireNonNull;

import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.RecordShape;
import java.util.Optional;
import java.util.Set;

/**
 * Records in Avro with their schema's id in front, in Confluent's wire format: a zero byte, four
 * bytes of the id, the value. They are read as the JSON of the same records, so that an envelope is
 * the same in both encodings by construction (docs/decisions/0010-avro-is-read-as-json.md).
 *
 * @param json the envelope in JSON
 * @param schemas where schemas are looked up
 * @param form how values are written for that envelope
 */
public record AvroFormat(RecordFormat json, SchemaSource schemas, JsonForm form)
    implements RecordFormat {

  public AvroFormat {
    requireNonNull(json, "json");
    requireNonNull(schemas, "schemas");
    requireNonNull(form, "form");
  }

  @Override
  public RecordDecoder decoder(Layout layout) {
    return new AvroDecoder(json.decoder(layout), new AvroJson(schemas, form));
  }

  @Override
  public Optional<RecordShape> declaredShape() {
    return json.declaredShape();
  }

  @Override
  public Set<String> loadTimes() {
    return json.loadTimes();
  }
}
