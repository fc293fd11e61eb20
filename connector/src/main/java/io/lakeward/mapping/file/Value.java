package io.lakeward.mapping.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A value of the file with its place. All scalars are text here; a {@link Kind} reads more in it.
 */
sealed interface Value {

  /** Where it begins. */
  Place place();

  /** How it is called in a message. */
  String described();

  /**
   * A scalar.
   *
   * @param value its text after substitution: not to be shown
   * @param shown its text as the file has it
   * @param substituted whether some of it came from outside of the file
   */
  record Text(Place place, String value, String shown, boolean substituted) implements Value {
    @Override
    public String described() {
      return "\"" + shown + "\"";
    }

    @Override
    public String toString() {
      return described();
    }
  }

  /** A key without a value. */
  record Nothing(Place place) implements Value {
    @Override
    public String described() {
      return "nothing";
    }
  }

  /** A list. */
  record Items(Place place, List<Value> values) implements Value {
    @Override
    public String described() {
      return "a list";
    }
  }

  /** Keys with values, in the order of the file. */
  record Fields(Place place, Map<String, Field> byKey) implements Value {
    @Override
    public String described() {
      return "keys with values";
    }

    /** These fields, and those of the other whose key is not here. */
    Fields over(Fields other) {
      Map<String, Field> merged = new LinkedHashMap<>(byKey);
      other.byKey.forEach(merged::putIfAbsent);
      return new Fields(place, merged);
    }

    /** Those of these fields that have none of the keys. */
    Fields without(List<String> keys) {
      Map<String, Field> rest = new LinkedHashMap<>(byKey);
      rest.keySet().removeAll(keys);
      return new Fields(place, rest);
    }
  }

  /**
   * A key's value, with the place of the key itself.
   *
   * @param key where the key stands
   * @param value what it has
   */
  record Field(Place key, Value value) {}
}
