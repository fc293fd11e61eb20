package io.lakeward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LakewardTest {

  private static final int SCREEN = 24;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "demo",
        "sample",
        "run",
        "validate",
        "query",
        "refresh",
        "dead-letters",
        "dead-letters list",
        "dead-letters replay",
        "reconcile"
      })
  void helpFitsAScreenAndShowsAnExample(String command) {
    assertThat(run((command + " --help").strip().split(" "))).isZero();

    assertThat(out.toString().lines()).hasSizeLessThanOrEqualTo(SCREEN);
    assertThat(out.toString()).contains("  lakeward " + command);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theVersionIsPrinted() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).startsWith("lakeward ");
  }

  @ParameterizedTest
  @CsvSource({
    "validate, Missing required option: '--mapping=FILE'",
    "vlidate, Unmatched argument",
    "query --mapping x --format xml q, Invalid value for option '--format'",
    "dead-letters, Missing required subcommand",
    "dead-letters list --mapping x --limit -1, Invalid value for option '--limit'",
    "dead-letters list --mapping x --format csv, Invalid value for option '--format'",
    "dead-letters replay --mapping x, Missing required option: '--table=TARGET'",
    "dead-letters replay --mapping x --table t --reason odd, Invalid value for option '--reason'",
    "reconcile --mapping x, Missing required option: '--table=TARGET'",
    "reconcile --mapping x --table t --settle soon, 'soon' is no time such as 30s or 2m",
    "reconcile --mapping x --table t --settle -1s, less than no time",
    "reconcile --mapping x --table t --format csv, Invalid value for option '--format'",
    "reconcile --mapping x --table t --limit -1, Invalid value for option '--limit'",
    "demo, ./lakeward demo",
    "sample, ./lakeward sample orders-live --directory DIR",
    "sample orders-dead, Unmatched argument",
    "validate --mapping absent.yaml, there is no such file",
  })
  void wrongUsageExitsWith2(String line, String said) {
    assertThat(run(line.split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains(said).doesNotContain("\tat ");
  }

  @Test
  void validateSaysThatAMappingIsRight() {
    String shipped = Path.of("..", "mappings", "postgres.yaml").toString();

    assertThat(run("validate", "--mapping", shipped)).isZero();
    assertThat(out.toString()).contains("is right: pipeline shop, 2 tables");
  }

  @Test
  void validateReportsEveryProblem(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("m.yaml"), "pipelin: p\nsource: []\n");

    assertThat(run("validate", "--mapping", file.toString())).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("MAPPING_INVALID: Cannot use the mapping: 5 problems")
        .contains(file + ":1:1: pipelin: unknown key. Did you mean pipeline?")
        .contains(file + ":2:9: source: expected keys with values, found a list");
  }

  @Test
  void aKnownErrorIsSaidWithoutATrace() {
    LakewardException error =
        LakewardException.of(ErrorCode.TOPIC_NOT_FOUND)
            .fact("topic", "a.b")
            .advice("create the topic")
            .cause(new IllegalStateException("beneath"))
            .build();

    assertThat(report(new ExecutionException(error), new ErrorReport(writer(err), false)))
        .isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            "TOPIC_NOT_FOUND: Cannot find the topic",
            "  topic: a.b",
            "To mend it: create the topic",
            "It lies with the mapping, the command line or the environment.");
    report(error, new ErrorReport(writer(err), true));
    assertThat(err.toString()).contains("Caused by: java.lang.IllegalStateException: beneath");
  }

  @Test
  void anythingElseIsADefect() {
    IllegalStateException error = new IllegalStateException("impossible");

    assertThat(report(error, new ErrorReport(writer(err), false))).isEqualTo(3);
    assertThat(err.toString()).contains("defect", "java.lang.IllegalStateException: impossible");
  }

  private static int report(Exception error, ErrorReport report) {
    return report.of(error);
  }

  private int run(String... args) {
    CommandLine commandLine =
        Lakeward.commandLine().setOut(writer(out)).setErr(writer(err)).setUsageHelpWidth(80);
    return commandLine.execute(args);
  }

  private static PrintWriter writer(StringWriter target) {
    return new PrintWriter(target, true);
  }
}
