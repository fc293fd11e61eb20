package io.lakeward.source.avro;

import io.lakeward.change.RejectReason;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/**
 * The schemas of one source that this JVM has met, for all its tasks: an id never gets another
 * schema. What was not found is asked for again. Thread safe.
 */
final class RegisteredSchemas {

  private static final Map<SchemaSource, RegisteredSchemas> BY_SOURCE = new ConcurrentHashMap<>();

  private final SchemaLookup lookup;
  private final Map<Integer, Schema> known = new ConcurrentHashMap<>();

  private RegisteredSchemas(SchemaLookup lookup) {
    this.lookup = lookup;
  }

  /** The schemas of a source. */
  static RegisteredSchemas of(SchemaSource source) {
    return BY_SOURCE.computeIfAbsent(source, one -> new RegisteredSchemas(SchemaLookup.in(one)));
  }

  /**
   * The schema of an id.
   *
   * @throws AvroRefused SCHEMA_MISSING where the source has none of this id, or no Avro
   * @throws io.lakeward.error.LakewardException where the source cannot be read
   */
  Schema schema(int id) throws AvroRefused {
    Schema schema = known.get(id);
    if (schema == null) {
      schema = parsed(id, lookup.find(id));
      known.put(id, schema);
    }
    return schema;
  }

  /** Names are looked at by nobody; what a producer could register is taken. */
  private static Schema parsed(int id, SchemaLookup.Found found) throws AvroRefused {
    Schema.Parser parser = new Schema.Parser(org.apache.avro.NameValidator.NO_VALIDATION);
    parser.setValidateDefaults(false);
    try {
      for (String referenced : found.referenced()) {
        parser.parse(referenced);
      }
      return parser.parse(found.text());
    } catch (AvroRuntimeException e) { // not for each fault is there a SchemaParseException
      String problem = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new AvroRefused(
          RejectReason.SCHEMA_MISSING, "the schema " + id + " is no Avro: " + problem);
    }
  }
}
