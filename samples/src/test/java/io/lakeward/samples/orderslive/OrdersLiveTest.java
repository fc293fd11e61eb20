package io.lakeward.samples.orderslive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OrdersLiveTest {

  /** The instance that comes with the sources; tests run in the module's directory. */
  private static final Path COMMITTED = Path.of("orders-live").toAbsolutePath();

  private static final String[] SMALL = {"--orders", "30", "--seed", "19"};

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void writesTheFilesThatComeWithTheSources() throws IOException {
    assertThat(write(directory, SMALL)).as(err.toString()).isZero();
    assertThat(out.toString()).startsWith("750 records of 30 orders in ");
    List<Path> files = files(directory);
    assertThat(files).hasSize(6);
    for (String part : List.of("capture", "expected")) {
      assertThat(files(directory.resolve(part)))
          .isEqualTo(files(COMMITTED.resolve(part)))
          .allSatisfy(
              file ->
                  assertThat(directory.resolve(part).resolve(file))
                      .hasSameBinaryContentAs(COMMITTED.resolve(part).resolve(file)));
    }
  }

  @Test
  void anotherSeedWritesOthers() throws IOException {
    assertThat(write(directory, "--orders", "30", "--seed", "20")).isZero();
    assertThat(Files.readString(directory.resolve("capture/1.jsonl")))
        .isNotEqualTo(Files.readString(COMMITTED.resolve("capture/1.jsonl")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"capture", "expected"})
  void doesNotWriteWhereFilesAreAlready(String there) throws IOException {
    Files.createDirectory(directory.resolve(there));
    assertThat(write(directory, SMALL)).isEqualTo(2);
    assertThat(err.toString()).contains(there + " is there already");
    assertThat(files(directory)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--orders=0", "--orders=20001", "--orders=many", "--sed=1", "rest"})
  void refusesWhatItCannotMean(String argument) throws IOException {
    assertThat(write(directory, argument)).isEqualTo(2);
    assertThat(err.toString()).contains(argument.startsWith("--orders") ? "--orders" : argument);
    assertThat(files(directory)).isEmpty();
  }

  @Test
  void wantsADirectory() {
    assertThat(execute(SMALL)).isEqualTo(2);
    assertThat(err.toString()).contains("--directory");
  }

  @Test
  void saysWhereItCannotWrite() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(write(file.resolve("below"), SMALL)).isEqualTo(1);
    assertThat(err.toString()).startsWith("Cannot write the sample: ").contains("file");
  }

  private int write(Path to, String... arguments) {
    return execute(
        Stream.concat(Stream.of("--directory", to.toString()), Stream.of(arguments))
            .toArray(String[]::new));
  }

  private int execute(String... arguments) {
    CommandLine command = OrdersLive.commandLine();
    return command
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private static List<Path> files(Path below) throws IOException {
    try (Stream<Path> found = Files.walk(below)) {
      return found.filter(Files::isRegularFile).map(below::relativize).sorted().toList();
    }
  }
}
