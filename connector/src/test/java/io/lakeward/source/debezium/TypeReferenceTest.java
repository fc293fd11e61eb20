package io.lakeward.source.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.source.avro.AvroTypeCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The reference of types is what the tests of types show, row by row: {@link TypesTest}, {@code
 * AvroTypesTest} and {@link DeclaredTypesTest}. Written anew by {@code mvn test
 * -Dtest=TypeReferenceTest -Dlakeward.reference=write}.
 */
class TypeReferenceTest {

  private static final Path REFERENCE = Path.of("..", "docs", "reference", "types.md");

  private static final String HEAD =
      """
      # Types

      What a value of a record becomes in a table. Each row is a case of a test. A value that does not fit its column's type is
      rejected, never rounded, wrapped or guessed. A column keeps the type that it was made with: another choice of an option needs
      a [refresh](../guides/refresh.md).

      | option | for | values |
      |---|---|---|
      | `time_of_day` | times of day without a zone | `text` (default): `[-]HH:mm:ss[.fraction]`; `micros`: a number, and rejected is what has a part below. MySQL's times beyond a day and below zero stay what they are (with `time.precision.mode` isostring Debezium has wrapped them before). A time with a zone is text either way: a number would lose its zone |
      | `geometry` | geometries, geographies and points | `struct` (default): `wkb` and `srid` as they come; `wkt`: text, curves and further dimensions among it, with `SRID=4326;` in front where the reference system is known |
      | `infinity` | infinite dates and timestamps | `fail` (default), `null`, `clamp`: the first moment of year 1, the last of year 9999 |
      | `decimal` | decimals without a schema | `precise` (default), `string`, `double`, as Debezium's `decimal.handling.mode` |
      | `temporal_precision` | timestamps and times of day without a schema, written as numbers | `micros` (default), `millis`, `nanos` |
      | `time_zone` | timestamps of `json` and `avro` without an offset | a zone; UTC by default |

      ## Debezium's records with a schema

      In JSON with the schema embedded, and in Avro. `source` is an example of a type that comes so, in PostgreSQL's terms or those of the
      databases that have it. A semantic type that is not listed is read as its Connect type.

      | source | semantic type | Connect type | parameters | options | in the record | column | value |
      |---|---|---|---|---|---|---|---|
      """;

  private static final String AVRO =
      """

      ## Avro's types

      Where no connector wrote the schema, so that it names no type of Connect. The values are in Avro's own JSON encoding. `column` and
      `value` are those of `debezium-avro` and `flattened-avro`; `avro` reads the value as if it were written in JSON as the last column
      shows, for the type that `schema` declares.

      | Avro type | options | in the record | column | value | as `avro` |
      |---|---|---|---|---|---|
      """;

  private static final String DECLARED =
      """

      ## Records without a schema

      By the types of `schema`. `debezium-json` stands for `flattened-json` too, and `json` for `avro`. `TIME` is there for Debezium's
      records only. A declared struct of `wkb BINARY` and `srid INT`, of a point with `x` and `y` too, is a geometry.

      | declared | format | options | in the record | column | value |
      |---|---|---|---|---|---|
      """;

  @Test
  void isWhatTheTestsShow() throws IOException {
    String expected =
        HEAD
            + lines(TypeCase.all(), TypeReferenceTest::row)
            + AVRO
            + lines(AvroTypeCase.all(), TypeReferenceTest::row)
            + DECLARED
            + lines(DeclaredTypeCase.all(), TypeReferenceTest::row);
    if ("write".equals(System.getProperty("lakeward.reference"))) {
      Files.createDirectories(REFERENCE.getParent());
      Files.writeString(REFERENCE, expected);
    }
    assertThat(REFERENCE).hasContent(expected);
  }

  private static <T> String lines(List<T> cases, Function<T, String> row) {
    return cases.stream().map(row.andThen(line -> line + "\n")).collect(Collectors.joining());
  }

  private static String row(TypeCase row) {
    return cells(
        row.source(),
        semanticType(row.schema()),
        connectType(row.schema()),
        shown(parameters(row.schema())),
        options(row.options()),
        code(row.json()),
        code(row.column()),
        code(visible(row.value())));
  }

  private static String row(AvroTypeCase row) {
    return cells(
        code(row.avro().isTextual() ? row.avro().asText() : row.avro().toString()),
        options(row.options()),
        code(row.json()),
        code(row.column()),
        code(row.value()),
        code(row.plain()));
  }

  private static String row(DeclaredTypeCase row) {
    return cells(
        code(row.declared()),
        row.format(),
        options(row.options()),
        code(row.json()),
        code(row.column()),
        row.value().map(TypeReferenceTest::code).orElse("rejected"));
  }

  private static String cells(String... cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  private static String options(Map<String, String> options) {
    return options.entrySet().stream()
        .map(option -> code(option.getKey() + ": " + option.getValue()))
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
