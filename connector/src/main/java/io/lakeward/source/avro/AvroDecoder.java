package io.lakeward.source.avro;

import io.lakeward.source.Decoded;
import io.lakeward.source.Findings;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.SourceRecord;

/** Hands a record on with key and value as JSON. Not thread safe. */
final class AvroDecoder implements RecordDecoder {

  private final RecordDecoder json;
  private final AvroJson values;
  private final SourceRecord transcribed = new SourceRecord();

  AvroDecoder(RecordDecoder json, AvroJson values) {
    this.json = json;
    this.values = values;
  }

  @Override
  public Decoded decode(SourceRecord record) {
    try {
      byte[] value = record.value() == null ? null : values.of(record.value());
      transcribed
          .at(record.topic(), record.partition(), record.offset(), record.timestampMillis())
          .holding(keyOf(record.key()), value, record.headers());
    } catch (AvroRefused e) {
      return new Decoded.Rejected(e.reason(), e.getMessage());
    }
    return json.decode(transcribed);
  }

  @Override
  public Findings findings() {
    return json.findings();
  }

  /** Keys often have another converter than values: text or JSON is handed on as it is. */
  private byte[] keyOf(byte[] key) throws AvroRefused {
    if (key == null || !AvroJson.isFramed(key)) {
      return key;
    }
    try {
      return values.of(key);
    } catch (AvroRefused e) {
      if (values.form() == JsonForm.PLAIN) {
        return key; // of another converter, such as a number's eight bytes
      }
      throw new AvroRefused(e.reason(), "the record key: " + e.getMessage());
    }
  }
}
