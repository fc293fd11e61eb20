package io.lakeward.source.avro;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What an Avro schema is as JSON.
 *
 * @param schema as Connect's JSON converter embeds it
 * @param value how its values are written
 */
record Described(ObjectNode schema, AvroValue value) {

  /** The same, with null as a further value. */
  Described optional() {
    schema.put("optional", true);
    return this;
  }
}
