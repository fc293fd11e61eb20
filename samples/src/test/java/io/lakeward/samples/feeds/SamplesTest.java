package io.lakeward.samples.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.samples.launched.Lakeward;
import io.lakeward.samples.shop.connector.Launcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every sample, as its README says, on a copy: its tables are the expected ones. */
class SamplesTest {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
  private static final Pattern COMMANDS =
      Pattern.compile("^```sh\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  /** What a sample may be made of. */
  private static final List<String> SOURCES = List.of("capture", "schemas", "exports");

  static List<Path> samples() throws IOException {
    try (Stream<Path> directories = Files.list(Launcher.find().resolveSibling("samples"))) {
      List<Path> samples = directories.filter(SamplesTest::isSample).sorted().toList();
      assertThat(samples).hasSizeGreaterThanOrEqualTo(6);
      return samples;
    }
  }

  private static boolean isSample(Path directory) {
    return Stream.of("mapping.yaml", "expected")
            .allMatch(part -> Files.exists(directory.resolve(part)))
        && SOURCES.stream().anyMatch(part -> Files.exists(directory.resolve(part)));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void fillsTheExpectedTables(Path sample, @TempDir Path directory) throws Exception {
    String name = "samples/" + sample.getFileName();
    copy(sample, directory.resolve(name));
    Lakeward lakeward = Lakeward.in(directory);
    List<String> commands = commands(sample.resolve("README.md"));
    String mapping = name + "/mapping.yaml";
    assertThat(commands.get(0)).startsWith("./lakeward run").contains(mapping, "--once");
    assertThat(commands.get(1)).startsWith("./lakeward query").contains(mapping);
    lakeward.typed(commands.get(0));
    assertThat(lakeward.typed(commands.get(1))).isNotBlank();
    for (Path expected : files(sample.resolve("expected"))) {
      List<JsonNode> rows = rows(Files.readAllLines(expected));
      String table = expected.getFileName().toString().replace(".jsonl", "");
      assertThat(rows(lakeward.rows(mapping, "SELECT " + columns(rows) + " FROM " + table)))
          .as(table)
          .containsExactlyInAnyOrderElementsOf(rows);
    }
  }

  private static String columns(List<JsonNode> rows) {
    List<String> names = new ArrayList<>();
    rows.get(0).fieldNames().forEachRemaining(name -> names.add(name));
    return String.join(", ", names);
  }

  private static List<JsonNode> rows(List<String> lines) {
    return lines.stream().map(SamplesTest::row).toList();
  }

  private static JsonNode row(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> commands(Path document) throws IOException {
    List<String> commands = new ArrayList<>();
    Matcher block = COMMANDS.matcher(Files.readString(document));
    while (block.find()) {
      commands.add(block.group(1));
    }
    return commands;
  }

  private static void copy(Path from, Path to) throws IOException {
    for (String part : SOURCES) {
      if (Files.exists(from.resolve(part))) {
        copyTree(from.resolve(part), to.resolve(part));
      }
    }
    Files.copy(from.resolve("mapping.yaml"), to.resolve("mapping.yaml"));
  }

  private static void copyTree(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : files(from)) {
      Path copy = to.resolve(file.getFileName());
      if (Files.isDirectory(file)) {
        copyTree(file, copy);
      } else {
        Files.copy(file, copy);
      }
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }
}
