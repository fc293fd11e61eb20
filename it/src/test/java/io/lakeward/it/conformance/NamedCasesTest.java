package io.lakeward.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each case from the field (cases.md) is named by a test or a scenario that shows it. */
class NamedCasesTest {

  private static final Pattern LISTED = Pattern.compile("^\\| ([A-Z]\\d+) \\|", Pattern.MULTILINE);

  /** The head of a test's name: {@code @DisplayName("S6, S11: what it shows")}. */
  private static final Pattern NAMED =
      Pattern.compile("@DisplayName\\(\\s*\"((?:[A-Z]\\d+, )*[A-Z]\\d+): ");

  private static final Pattern NUMBER = Pattern.compile("([A-Z]\\d+)");

  @Test
  void everyCaseIsShown() throws IOException {
    Set<String> shown = new TreeSet<>();
    Scenario.all().forEach(scenario -> shown.addAll(scenario.cases()));
    for (String module : List.of("connector", "samples", "mariadb", "it")) {
      shown.addAll(named(Path.of("..", module, "src", "test", "java")));
    }
    assertThat(shown).isEqualTo(listed());
  }

  private static Set<String> listed() throws IOException {
    Path list = Path.of("src", "test", "resources", "conformance", "cases.md");
    return numbers(LISTED, Files.readString(list));
  }

  private static Set<String> named(Path sources) throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        NAMED
            .matcher(Files.readString(file))
            .results()
            .forEach(head -> found.addAll(numbers(NUMBER, head.group(1))));
      }
    }
    return found;
  }

  private static Set<String> numbers(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
