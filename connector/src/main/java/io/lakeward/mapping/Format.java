package io.lakeward.mapping;

/** The envelopes and encodings of records. */
public enum Format implements Keyed {
  /** Debezium's envelope in JSON, with or without embedded schema. */
  DEBEZIUM_JSON("debezium-json"),
  /** Debezium's envelope in Avro, with a schema registry. */
  DEBEZIUM_AVRO("debezium-avro"),
  /** Rows of Debezium's ExtractNewRecordState in JSON. */
  FLATTENED_JSON("flattened-json"),
  /** Rows of Debezium's ExtractNewRecordState in Avro. */
  FLATTENED_AVRO("flattened-avro"),
  /** Custom events in JSON; the mapping declares schema, keys and sequence. */
  JSON("json"),
  /** Custom events in Avro; the mapping declares schema, keys and sequence. */
  AVRO("avro");

  private final String key;

  Format(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }

  /** Whether records are in Avro, so that their schemas must be looked up. */
  public boolean isAvro() {
    return this == DEBEZIUM_AVRO || this == FLATTENED_AVRO || this == AVRO;
  }

  /** Whether records are rows, of which Debezium's transform took the envelope away. */
  public boolean isFlattened() {
    return this == FLATTENED_JSON || this == FLATTENED_AVRO;
  }

  /** Whether the events are the user's own, so that the mapping must say what they mean. */
  public boolean isCustom() {
    return this == JSON || this == AVRO;
  }
}
