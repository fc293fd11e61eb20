package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import java.util.List;
import java.util.Optional;

/** A group of keys in the file, read key by key. Unknown keys are reported when it is opened. */
final class Section {

  private final Value.Fields fields;
  private final Reading reading;

  private Section(Value.Fields fields, Reading reading) {
    this.fields = fields;
    this.reading = reading;
  }

  /** Opens a value that must be a section with no other than these keys. */
  static Optional<Section> open(Value value, Reading reading, List<Key<?>> keys) {
    if (!(value instanceof Value.Fields fields)) {
      reading.problems().add(value.place(), Scalars.wrong("keys with values", value));
      return Optional.empty();
    }
    List<String> known = keys.stream().<String>map(Key::name).toList();
    fields
        .byKey()
        .forEach(
            (key, field) -> {
              if (known.contains(key)) {
                ThisVersion.check(key, field, reading.problems());
              } else {
                reading.problems().add(field.key(), "unknown key", Spelling.suggestion(key, known));
              }
            });
    return Optional.of(new Section(fields, reading));
  }

  /** The value of a key; empty where it is absent, and where it is wrong, which is reported. */
  <T> Optional<T> get(Key<T> key) {
    return has(key)
        ? key.kind().read(fields.byKey().get(key.name()).value(), reading)
        : Optional.empty();
  }

  /** As {@link #get}, for a key that must be there. */
  <T> Optional<T> require(Key<T> key) {
    if (!has(key)) {
      reading.problems().add(fields.place(), "the key " + key.name() + " is missing");
    }
    return get(key);
  }

  /** Whether the key is there, with a right or a wrong value. */
  boolean has(Key<?> key) {
    return fields.byKey().containsKey(key.name());
  }

  /** Reports every key after the first of these that is there. Says whether there was none. */
  boolean atMostOne(ErrorCode code, Key<?>... keys) {
    Key<?> first = null;
    boolean alone = true;
    for (Key<?> key : keys) {
      if (has(key) && first == null) {
        first = key;
      } else if (has(key)) {
        report(key, code, first.name() + " is given too", "Keep one of them");
        alone = false;
      }
    }
    return alone;
  }

  /** Reports a broken rule at a key, or at the section where the key is absent. */
  void report(Key<?> key, ErrorCode code, String what, String fix) {
    Value.Field field = fields.byKey().get(key.name());
    reading.problems().add(field == null ? fields.place() : field.key(), code, what, fix);
  }

  /** Reports a broken rule at a key, or at the section where the key is absent. */
  void report(Key<?> key, String what, String fix) {
    report(key, ErrorCode.MAPPING_INVALID, what, fix);
  }

  /** The values as they stand in the file. */
  Value.Fields fields() {
    return fields;
  }

  /** What goes along. */
  Reading reading() {
    return reading;
  }
}
