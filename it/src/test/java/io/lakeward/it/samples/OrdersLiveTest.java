package io.lakeward.it.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Difference;
import io.lakeward.mapping.file.MappingFile;
import io.lakeward.pipeline.query.LakeQuery;
import io.lakeward.pipeline.query.QueryFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole evening of orders: the tables are those that the sample's program recomputed. */
class OrdersLiveTest {

  private static final Path SAMPLES = Path.of(System.getProperty("it.samples"));
  private static final Path MAPPING = SAMPLES.resolveSibling("orders-live/mapping.yaml");
  private static final List<String> TABLES = List.of("orders", "order_history");
  private static final int ORDERS = 5_000;
  private static final long SEED = 1;

  @TempDir private static Path evening;

  @TempDir private Path directory;

  @BeforeAll
  static void write() throws Exception {
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                SAMPLES.resolve("classes") + ":" + Files.readString(SAMPLES.resolve("classpath")),
                "io.lakeward.samples.orderslive.OrdersLive",
                "--directory=" + evening,
                "--orders=" + ORDERS,
                "--seed=" + SEED)
            .inheritIO()
            .start();
    assertThat(program.waitFor()).isZero();
  }

  @Test
  void makesTheTablesThatWereRecomputed() throws IOException {
    check(evening.resolve("capture"), 4);
  }

  @Test
  void makesTheSameTablesInAnotherOrderAndOtherBatches() throws IOException {
    List<String> records = new ArrayList<>(recordsIn(evening.resolve("capture")));
    Collections.shuffle(records, new Random(SEED));
    Path shuffled = Files.createDirectory(directory.resolve("capture"));
    int small = records.size() / 20;
    int half = records.size() / 2;
    Files.write(shuffled.resolve("1.jsonl"), records.subList(0, small));
    Files.write(shuffled.resolve("2.jsonl"), records.subList(small, half));
    Files.write(shuffled.resolve("3.jsonl"), records.subList(half, records.size()));
    check(shuffled, 3);
  }

  private void check(Path capture, int batches) throws IOException {
    int records = recordsIn(capture).size();
    Path mapping = mapping(capture);
    Run run = Run.once(mapping);
    for (String table : TABLES) {
      assertThat(run.batches(table)).hasSize(batches);
      assertThat(run.records(table)).as(table).isEqualTo(records);
      assertThat(run.applied(table) + run.unchanged(table) + run.superseded(table))
          .as(table)
          .isEqualTo(records);
      List<String> expected = Files.readAllLines(evening.resolve("expected/" + table + ".jsonl"));
      assertThat(expected).hasSizeGreaterThan(ORDERS * 9 / 10);
      assertThat(Difference.between(rows(query(mapping, table)), rows(expected)))
          .as(table)
          .isEmpty();
    }
  }

  /** The sample's mapping as a file of its own, with other places in it. */
  private Path mapping(Path capture) throws IOException {
    String mapping =
        Files.readString(MAPPING)
            .replace("${CAPTURE:-./samples/orders-live/capture}", "\"" + capture + "\"")
            .replace(
                "${WAREHOUSE:-./samples/orders-live/lake}", directory.resolve("lake").toString());
    assertThat(mapping).doesNotContain("${");
    return Files.writeString(directory.resolve("mapping.yaml"), mapping);
  }

  private static List<String> query(Path mapping, String table) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new LakeQuery(MappingFile.read(mapping))
        .run("SELECT * EXCEPT (_lakeward) FROM " + table, QueryFormat.JSON, out);
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** Rows of one text each, whose every character counts: 1.50 is not 1.5. */
  private static List<Map<String, Object>> rows(List<String> lines) {
    return lines.stream().map(line -> Map.<String, Object>of("row", line)).toList();
  }

  private static List<String> recordsIn(Path capture) throws IOException {
    List<String> records = new ArrayList<>();
    try (Stream<Path> files = Files.list(capture)) {
      for (Path file : files.sorted().toList()) {
        records.addAll(Files.readAllLines(file));
      }
    }
    return records;
  }
}
