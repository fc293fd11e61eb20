package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.source.json.JsonCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Finds the payload behind an embedded schema. A schema is recognised by the bytes of everything
 * before the payload, most recently used first, and looked into only when it is new; so two
 * versions of a schema in one topic cost nothing, and each record keeps its own.
 *
 * @param <P> what is made of a schema, once for each
 */
final class SchemaPrefixes<P> {

  private static final int MOST_KNOWN = 32;
  private static final byte[] SCHEMA = {'"', 's', 'c', 'h', 'e', 'm', 'a', '"'};
  private static final byte[] PAYLOAD = {'"', 'p', 'a', 'y', 'l', 'o', 'a', 'd', '"'};

  @SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
  private record Known<P>(byte[] prefix, P plan) {}

  /**
   * Where a payload lies.
   *
   * @param plan what is made of the schema
   * @param start where the payload begins
   * @param end where the bytes to read end
   * @param wrapped whether a closing brace must follow the payload
   */
  record Payload<P>(P plan, int start, int end, boolean wrapped) {}

  private final List<Known<P>> known = new ArrayList<>();
  private final Function<ConnectSchema, P> planner;
  private final P withoutSchema;

  /** Makes a plan of each new schema; records without one have this plan. */
  SchemaPrefixes(Function<ConnectSchema, P> planner, P withoutSchema) {
    this.planner = planner;
    this.withoutSchema = withoutSchema;
  }

  /**
   * Finds the payload of a record.
   *
   * @throws RecordRefused where the schema has a type that nobody knows
   * @throws IOException where the JSON is broken
   */
  Payload<P> find(byte[] record) throws IOException {
    if (!looksWrapped(record)) {
      return new Payload<>(withoutSchema, 0, record.length, false);
    }
    for (int i = 0; i < known.size(); i++) {
      Known<P> candidate = known.get(i);
      int length = candidate.prefix().length;
      if (record.length > length
          && Arrays.equals(record, 0, length, candidate.prefix(), 0, length)) {
        if (i > 0) {
          known.add(0, known.remove(i));
        }
        return new Payload<>(candidate.plan(), length, record.length, true);
      }
    }
    return lookInto(record);
  }

  private Payload<P> lookInto(byte[] record) throws IOException {
    try (JsonCursor json = new JsonCursor().open(record, 0, record.length)) {
      int schemaStart = -1;
      int schemaEnd = -1;
      int payloadStart = -1;
      int payloadEnd = -1;
      json.next();
      while (json.next() == JsonToken.FIELD_NAME) {
        String name = json.name();
        json.next();
        int start = json.tokenStart();
        json.skip();
        if (name.equals("schema")) {
          schemaStart = start;
          schemaEnd = json.position();
        } else if (name.equals("payload")) {
          payloadStart = start;
          payloadEnd = json.position();
        } else {
          return new Payload<>(withoutSchema, 0, record.length, false);
        }
      }
      if (schemaStart < 0 || payloadStart < 0) {
        return new Payload<>(withoutSchema, 0, record.length, false);
      }
      P plan = planOf(record, schemaStart, schemaEnd);
      if (schemaStart > payloadStart) {
        return new Payload<>(plan, payloadStart, payloadEnd, false);
      }
      remember(new Known<>(Arrays.copyOf(record, payloadStart), plan));
      return new Payload<>(plan, payloadStart, record.length, true);
    }
  }

  private P planOf(byte[] record, int start, int end) throws IOException {
    ConnectSchema schema = ConnectSchema.parse(record, start, end - start);
    return schema.node().isObject() ? planner.apply(schema) : withoutSchema;
  }

  private void remember(Known<P> entry) {
    if (known.size() == MOST_KNOWN) {
      known.remove(MOST_KNOWN - 1);
    }
    known.add(0, entry);
  }

  private static boolean looksWrapped(byte[] record) {
    int at = skipSpaces(record, 0);
    if (at >= record.length || record[at] != '{') {
      return false;
    }
    at = skipSpaces(record, at + 1);
    return lies(record, at, SCHEMA) || lies(record, at, PAYLOAD);
  }

  private static boolean lies(byte[] record, int at, byte[] wanted) {
    return record.length - at >= wanted.length
        && Arrays.equals(record, at, at + wanted.length, wanted, 0, wanted.length);
  }

  static int skipSpaces(byte[] record, int from) {
    int at = from;
    while (at < record.length
        && (record[at] == ' ' || record[at] == '\n' || record[at] == '\r' || record[at] == '\t')) {
      at++;
    }
    return at;
  }
}
