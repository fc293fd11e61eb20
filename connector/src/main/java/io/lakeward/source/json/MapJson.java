package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.MapWriter;
import io.lakeward.row.ValueRefused;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;

/**
 * A map: an object where keys are text, or an array of pairs, as Connect writes maps of other keys.
 */
public record MapJson(JsonType key, JsonType value) implements JsonType {

  @Override
  public DataType type() {
    return DataTypes.createMapType(key.type(), value.type());
  }

  @Override
  public ValueReader readerInto(DataType column) {
    if (!(column instanceof MapType map)) {
      return (json, out, ordinal) -> {
        throw json.refused(column.simpleString());
      };
    }
    Entries entries = new Entries(key.readerInto(map.keyType()), value.readerInto(map.valueType()));
    return (json, out, ordinal) -> {
      if (!json.token().isStructStart()) {
        throw json.refused("map");
      }
      int count = JsonElements.count(json);
      int start = ((MapWriter) out).beginKeys(count);
      entries.read(json, (MapWriter) out, count, start);
      ((MapWriter) out).end(ordinal, start);
    };
  }

  /** Spark wants all keys before all values, so the entries are gone through twice. */
  private record Entries(ValueReader key, ValueReader value) {

    void read(JsonCursor json, MapWriter out, int count, int start) throws IOException {
      boolean pairs = json.token() == JsonToken.START_ARRAY;
      try (JsonCursor ahead = JsonElements.ahead(json)) {
        if (pairs) {
          readPairKeys(ahead, out);
        } else {
          readNames(ahead, out);
        }
      }
      out.beginValues(start, count);
      int at = 0;
      for (JsonToken t = json.next(); !t.isStructEnd(); t = json.next()) {
        if (pairs) {
          json.next();
          json.skip();
        }
        readValue(json, out, at++);
        if (pairs && json.next() != JsonToken.END_ARRAY) {
          throw json.refused("end of a pair");
        }
      }
    }

    private void readValue(JsonCursor json, MapWriter out, int at) throws IOException {
      if (json.next() == JsonToken.VALUE_NULL) {
        out.value().putNull(at);
      } else {
        value.read(json, out.value(), at);
      }
    }

    private void readNames(JsonCursor json, MapWriter out) throws IOException {
      Set<String> names = new HashSet<>();
      for (int at = 0; json.next() != JsonToken.END_OBJECT; at++) {
        String name = json.name();
        if (!names.add(name)) {
          throw ValueRefused.of(name, "key of its own: the map has it twice");
        }
        byte[] utf8 = json.utf8Of(name);
        out.key().putText(at, utf8, 0, utf8.length);
        json.next();
        json.skip();
      }
    }

    private void readPairKeys(JsonCursor json, MapWriter out) throws IOException {
      for (int at = 0; json.next() != JsonToken.END_ARRAY; at++) {
        if (json.token() != JsonToken.START_ARRAY || json.next() == JsonToken.VALUE_NULL) {
          throw json.refused("pair of key and value");
        }
        key.read(json, out.key(), at);
        json.next();
        json.skip();
        json.next();
      }
    }
  }
}
