package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.change.RejectReason;
import io.lakeward.row.RowTarget;
import io.lakeward.source.json.FieldsReader;
import io.lakeward.source.json.JsonCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads record keys: JSON objects with or without embedded schema. Without one, a key's values are
 * of the row's columns of the same names. Not thread safe.
 */
final class JsonRecordKeys implements RecordKeys {

  private final SchemaPrefixes<Optional<KeyPlan>> prefixes;
  private final JsonCursor cursor = new JsonCursor();
  private List<String> bareNames = List.of();
  private KeyOutline bareOutline = new KeyOutline(bareNames);

  /** Reads keys, planning each of their schemas like this. */
  JsonRecordKeys(Function<ConnectSchema, KeyPlan> planner) {
    this.prefixes =
        new SchemaPrefixes<>(schema -> Optional.of(planner.apply(schema)), Optional.empty());
  }

  @Override
  public List<String> names(byte[] key) {
    return key == null ? List.of() : over(key, payload -> namesOf(key, payload));
  }

  @Override
  public boolean read(byte[] key, RowPlan row, RowTarget target) {
    return key != null && over(key, payload -> read(key, payload, row, target));
  }

  /** What to do with a payload. */
  @FunctionalInterface
  private interface Step<T> {
    T with(SchemaPrefixes.Payload<Optional<KeyPlan>> payload) throws IOException;
  }

  private <T> T over(byte[] key, Step<T> step) {
    try {
      return step.with(prefixes.find(key));
    } catch (JsonProcessingException e) {
      throw refused(RejectReason.MALFORMED, cursor.describe(e));
    } catch (IOException e) {
      throw refused(RejectReason.MALFORMED, e.getMessage());
    } finally {
      cursor.close();
    }
  }

  private List<String> namesOf(byte[] key, SchemaPrefixes.Payload<Optional<KeyPlan>> payload)
      throws IOException {
    if (payload.plan().isPresent()) {
      return payload.plan().get().names();
    }
    if (!bareOutline.fits(key)) {
      learn(key, payload);
    }
    return bareNames;
  }

  private void learn(byte[] key, SchemaPrefixes.Payload<?> payload) throws IOException {
    List<String> names = new ArrayList<>();
    if (open(key, payload)) {
      while (cursor.next() == JsonToken.FIELD_NAME) {
        names.add(cursor.name());
        cursor.next();
        cursor.skip();
      }
      Payloads.expectEnd(cursor, payload);
    }
    // The same list for the same names, so that others may compare it by identity.
    if (!names.equals(bareNames)) {
      bareNames = List.copyOf(names);
      bareOutline = new KeyOutline(bareNames);
    }
  }

  private boolean read(
      byte[] key, SchemaPrefixes.Payload<Optional<KeyPlan>> payload, RowPlan row, RowTarget target)
      throws IOException {
    if (!open(key, payload)) {
      return false;
    }
    RowPlan plan = payload.plan().map(KeyPlan::row).orElse(row);
    if (!plan.keysFit()) {
      return false;
    }
    FieldsReader reader = plan.keys();
    reader.read(cursor, target.columns());
    Payloads.expectEnd(cursor, payload);
    return row.sawAllKeys(reader);
  }

  /** Opens the key; whether there is one. */
  private boolean open(byte[] key, SchemaPrefixes.Payload<?> payload) throws IOException {
    JsonToken token = cursor.open(key, payload.start(), payload.end()).next();
    if (token == JsonToken.VALUE_NULL) {
      return false;
    } else if (token != JsonToken.START_OBJECT) {
      throw refused(RejectReason.WRONG_ENVELOPE, "it is no object");
    }
    return true;
  }

  private static RecordRefused refused(RejectReason reason, String detail) {
    return new RecordRefused(reason, "the record key: " + detail);
  }
}
