package io.lakeward.source.debezium;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.lakeward.change.RejectReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A schema as Kafka Connect's JSON converter embeds it. Parsed once for each distinct schema, so a
 * tree is good enough here.
 */
record ConnectSchema(JsonNode node) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A field of a struct. */
  record Field(String name, ConnectSchema schema) {}

  static ConnectSchema parse(byte[] bytes, int offset, int length) throws IOException {
    return new ConnectSchema(MAPPER.readTree(bytes, offset, length));
  }

  /** The primitive or container type, such as {@code int64} or {@code struct}. */
  String type() {
    return node.path("type").asText();
  }

  /** The semantic type, such as {@code io.debezium.time.Date}; empty for none. */
  String name() {
    return node.path("name").asText();
  }

  Optional<String> parameter(String name) {
    JsonNode value = node.path("parameters").path(name);
    return value.isMissingNode() ? Optional.empty() : Optional.of(value.asText());
  }

  Optional<Integer> number(String name) {
    try {
      return parameter(name).map(Integer::valueOf);
    } catch (NumberFormatException e) {
      throw new RecordRefused(
          RejectReason.WRONG_ENVELOPE, "the schema's parameter " + name + " is no number");
    }
  }

  /** The default, still as JSON; missing for none. */
  JsonNode defaultValue() {
    JsonNode value = node.path("default");
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    for (JsonNode field : node.path("fields")) {
      fields.add(new Field(field.path("field").asText(), new ConnectSchema(field)));
    }
    return fields;
  }

  Optional<ConnectSchema> field(String name) {
    return fields().stream().filter(f -> f.name().equals(name)).map(Field::schema).findFirst();
  }

  ConnectSchema items() {
    return new ConnectSchema(node.path("items"));
  }

  ConnectSchema keys() {
    return new ConnectSchema(node.path("keys"));
  }

  ConnectSchema values() {
    return new ConnectSchema(node.path("values"));
  }
}
