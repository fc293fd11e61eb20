package io.lakeward.source.avro;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.RejectReason;
import java.util.List;

/** Asks a source for schemas, each time anew. Thread safe. */
interface SchemaLookup {

  /**
   * What was found.
   *
   * @param text the schema, as JSON
   * @param referenced the schemas whose names it uses, each behind those that it uses itself
   */
  record Found(String text, List<String> referenced) {
    public Found {
      requireNonNull(text, "text");
      referenced = List.copyOf(referenced);
    }
  }

  /** The look-up in a source. */
  static SchemaLookup in(SchemaSource source) {
    return source instanceof SchemaSource.Registry registry
        ? new RegistryClient(registry)
        : new SchemaDirectory((SchemaSource.Directory) source);
  }

  /**
   * Finds a schema.
   *
   * @throws AvroRefused SCHEMA_MISSING where there is none of this id
   * @throws io.lakeward.error.LakewardException SCHEMA_REGISTRY_UNREADABLE where that cannot be
   *     told
   */
  Found find(int id) throws AvroRefused;

  /** No schema of this id. */
  static AvroRefused missing(int id, String where) {
    return new AvroRefused(
        RejectReason.SCHEMA_MISSING, "there is no schema with the id " + id + " in " + where);
  }
}
