package io.lakeward.source.avro;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Reads a value of one Avro schema and writes it as JSON. Immutable once it is complete. */
@FunctionalInterface
interface AvroValue {

  /**
   * Reads one value and writes it.
   *
   * @throws AvroRefused where the bytes are no such value
   * @throws IOException never, since JSON goes to memory
   */
  void write(AvroBytes in, JsonGenerator out) throws AvroRefused, IOException;
}
