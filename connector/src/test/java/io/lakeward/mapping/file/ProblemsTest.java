package io.lakeward.mapping.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The rows of {@code problems.yaml}. */
class ProblemsTest {

  private static final String SOUND_BEGINNING =
      """
      pipeline: p
      source: {kafka: {bootstrap_servers: localhost:9092}}
      lake: {catalog: {warehouse: lake},
             namespace: n}
      """;

  static Stream<Arguments> cases() throws IOException {
    try (InputStream in = ProblemsTest.class.getResourceAsStream("problems.yaml")) {
      List<?> rows = (List<?>) new Load(LoadSettings.builder().build()).loadFromInputStream(in);
      return rows.stream().map(Map.class::cast).map(ProblemsTest::arguments);
    }
  }

  private static Arguments arguments(Map<?, ?> row) {
    Object yaml = row.containsKey("yaml") ? row.get("yaml") : SOUND_BEGINNING + row.get("tables");
    return Arguments.of(row.get("name"), yaml, row.get("problems"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  @DisplayName("C1: every mistake of a mapping is told, with its place and what was meant")
  void allAreReportedAtOnce(String name, String yaml, List<String> problems) {
    InvalidMappingException invalid =
        catchThrowableOfType(
            InvalidMappingException.class,
            () -> new MappingFile(Map.of(), Path.of("/srv")).parse("m.yaml", yaml));

    assertThat(invalid.problems())
        .extracting(Problem::toString)
        .containsExactlyElementsOf(problems.stream().map(p -> "m.yaml:" + p).toList());
  }
}
