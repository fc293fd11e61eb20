package io.lakeward.source.avro;

/** How values of Avro are written as JSON. */
public enum JsonForm {

  /**
   * As Kafka Connect's JSON converter writes them, with the schema embedded: for envelopes that
   * connectors write. Names and parameters that Confluent's Avro converter keeps from Connect's
   * schema are taken as such.
   */
  CONNECT,

  /** As people write them, without a schema: ISO text for dates and times, digits for decimals. */
  PLAIN
}
