package io.lakeward.source.avro;

import org.apache.avro.Schema;

/** How the values are written that are neither records, lists, maps nor unions. */
interface Scalars {

  /** The description of a primitive type, an enum or a fixed. */
  Described of(Schema schema) throws AvroRefused;
}
