package io.lakeward.source.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The reference of types is what the tests of types show, row by row. Written anew by {@code mvn
 * test -Dtest=TypeReferenceTest -Dlakeward.reference=write}.
 */
class TypeReferenceTest {

  private static final Path REFERENCE = Path.of("..", "docs", "reference", "types.md");

  private static final String HEAD =
      """
      # Types of Debezium's records

      What a value of a record with schema becomes in a table, in JSON and in Avro alike. Each row is a case of `TypesTest`. A value
      that does not fit its column's type is rejected, never rounded, wrapped or guessed; infinite dates and timestamps go by
      `infinity`. A semantic type that is not listed is read as its Connect type. Avro's own logical types are in the
      [guide to formats](../guides/formats.md).

      | source | semantic type | Connect type | parameters | options | in the record | column | value |
      |---|---|---|---|---|---|---|---|
      """;

  @Test
  void isWhatTheTestsShow() throws IOException {
    String expected = HEAD + String.join("\n", rows()) + "\n";
    if ("write".equals(System.getProperty("lakeward.reference"))) {
      Files.createDirectories(REFERENCE.getParent());
      Files.writeString(REFERENCE, expected);
    }
    assertThat(REFERENCE).hasContent(expected);
  }

  private static List<String> rows() {
    return TypeCase.all().stream()
        .map(
            row ->
                "| %s | %s | %s | %s | %s | %s | %s | %s |"
                    .formatted(
                        row.source(),
                        semanticType(row.schema()),
                        connectType(row.schema()),
                        shown(parameters(row.schema())),
                        shown(options(row)),
                        code(row.json()),
                        code(row.column()),
                        code(visible(row.value()))))
        .toList();
  }

  private static String options(TypeCase row) {
    return row.options().entrySet().stream()
        .map(option -> option.getKey() + ": " + option.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The name of the type, or that of an array's elements. */
  private static String semanticType(JsonNode schema) {
    String name = schema.path("name").asText();
    String ofItems = schema.at("/items/name").asText();
    return name.isEmpty() && !ofItems.isEmpty() ? "of " + code(ofItems) : shown(name);
  }

  private static String connectType(JsonNode schema) {
    return switch (schema.path("type").asText()) {
      case "array" -> "array of " + connectType(schema.path("items"));
      case "map" ->
          "map of "
              + connectType(schema.path("keys"))
              + " to "
              + connectType(schema.path("values"));
      default -> schema.path("type").asText();
    };
  }

  private static String parameters(JsonNode schema) {
    List<String> parts = new ArrayList<>();
    schema
        .path("parameters")
        .properties()
        .forEach(entry -> parts.add(entry.getKey() + "=" + entry.getValue().asText()));
    return String.join(", ", parts);
  }

  private static String shown(String text) {
    return text.isEmpty() ? "" : code(text);
  }

  private static String code(String text) {
    return "`" + text.replace("|", "\\|") + "`";
  }

  private static String visible(String text) {
    return text.isEmpty() ? " " : text;
  }
}
