package io.lakeward.source.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Captures: mapping contract, "Captures: Kafka without Kafka". */
class CaptureSourceTest {

  private static SparkSession spark;

  @TempDir private Path directory;
  @TempDir private Path checkpoint;

  @BeforeAll
  static void startSpark() {
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "UTC")
            .getOrCreate();
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  private void write(String name, int age, String... lines) throws IOException {
    Path file = Files.write(directory.resolve(name), List.of(lines));
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L - age * 1000L));
  }

  private static String line(String topic, int offset) {
    return "{\"topic\":\"%s\",\"partition\":0,\"offset\":%d,\"ts\":1000,\"key\":\"k\",\"payload\":\"v\"}"
        .formatted(topic, offset);
  }

  /** The rows of each micro-batch. */
  private List<List<Row>> drain(Map<String, String> options)
      throws TimeoutException, StreamingQueryException {
    List<List<Row>> batches = Collections.synchronizedList(new ArrayList<>());
    StreamingQuery query =
        spark
            .readStream()
            .format(CaptureSource.class.getName())
            .option(CaptureSource.PATH, directory.toString())
            .options(options)
            .load()
            .writeStream()
            .option("checkpointLocation", checkpoint.toString())
            .trigger(Trigger.AvailableNow())
            .foreachBatch(
                (VoidFunction2<Dataset<Row>, Long>)
                    (batch, id) -> batches.add(batch.orderBy("offset").collectAsList()))
            .start();
    query.awaitTermination();
    return batches;
  }

  private static List<List<Long>> offsets(List<List<Row>> batches) {
    return batches.stream()
        .map(batch -> batch.stream().map(row -> row.<Long>getAs("offset")).toList())
        .toList();
  }

  @Test
  void eachFileIsOneBatchInOrderOfTime() throws Exception {
    write("b.jsonl", 9, line("t", 1), "", line("t", 2));
    write("c.jsonl", 5, line("t", 3));
    write("a.jsonl", 5, line("t", 4));
    write(".hidden", 1, line("t", 5));
    write("_SUCCESS", 1, line("t", 6));
    Files.createFile(directory.resolve("empty.jsonl"));
    assertThat(offsets(drain(Map.of()))).containsExactly(List.of(1L, 2L), List.of(4L), List.of(3L));
    write("empty.jsonl", 0, line("t", 7));
    assertThat(offsets(drain(Map.of()))).containsExactly(List.of(7L));
    assertThat(drain(Map.of())).isEmpty();
  }

  @Test
  void schemaAndValuesAreThoseOfKafka() throws Exception {
    write(
        "a.jsonl",
        0,
        "{\"topic\":\"t\",\"partition\":3,\"offset\":9,\"tstype\":\"create\",\"ts\":1000,"
            + "\"broker\":1,\"headers\":[\"h\",\"1\",\"h\",null],\"key\":null,\"payload\":null}",
        "{\"topic\":\"t\",\"partition\":3,\"offset\":10,\"ts\":1000,\"headers\":{\"x\":\"y\"},"
            + "\"key\":\"é\",\"payload_base64\":\"AP8=\"}");
    List<Row> rows = drain(Map.of()).get(0);
    assertThat(rows.get(0).schema().toDDL())
        .isEqualTo(
            "key BINARY,value BINARY,topic STRING,partition INT,offset BIGINT,timestamp TIMESTAMP,"
                + "timestampType INT,headers ARRAY<STRUCT<key: STRING, value: BINARY>>");
    assertThat(rows.get(0).isNullAt(0)).isTrue();
    assertThat(rows.get(0).isNullAt(1)).isTrue();
    assertThat(rows.get(0).getInt(3)).isEqualTo(3);
    assertThat(rows.get(0).getTimestamp(5).getTime()).isEqualTo(1000);
    assertThat(rows.get(0).getList(7)).hasSize(2);
    assertThat((byte[]) rows.get(1).get(1)).containsExactly(0, 0xFF);
    assertThat((byte[]) rows.get(1).get(0)).hasSize(2);
  }

  @Test
  void topicsAreChosen() throws Exception {
    write("a.jsonl", 0, line("a", 1), line("b", 2), line("ab", 3));
    assertThat(offsets(drain(Map.of(CaptureSource.TOPICS, "a, ab"))))
        .containsExactly(List.of(1L, 3L));
  }

  @Test
  void topicsAreChosenByPattern() throws Exception {
    write("a.jsonl", 0, line("a", 1), line("b", 2), line("ab", 3));
    assertThat(offsets(drain(Map.of(CaptureSource.TOPIC_PATTERN, "a.?"))))
        .containsExactly(List.of(1L, 3L));
  }

  @Test
  void severalFilesMakeABatchAndOffsetsStartARun() throws Exception {
    write("a.jsonl", 9, line("t", 1));
    write("b.jsonl", 8, line("t", 2));
    write("c.jsonl", 7, line("t", 3));
    assertThat(
            offsets(
                drain(
                    Map.of(
                        CaptureSource.MAX_FILES_PER_TRIGGER,
                        "5",
                        CaptureSource.STARTING_OFFSETS,
                        new TakenFiles(".*", List.of(taken("a.jsonl"))).json()))))
        .containsExactly(List.of(2L, 3L));
  }

  @Test
  void aFileThatWasWrittenOnIsTakenAgain() throws Exception {
    write("a.jsonl", 9, line("t", 1));
    write("b.jsonl", 8, line("t", 2));
    assertThat(offsets(drain(Map.of()))).containsExactly(List.of(1L), List.of(2L));
    write("a.jsonl", 7, line("t", 1), line("t", 3));
    assertThat(offsets(drain(Map.of()))).containsExactly(List.of(1L, 3L));
    write("a.jsonl", 7, line("t", 4));
    assertThat(offsets(drain(Map.of()))).as("of the same time").containsExactly(List.of(4L));
    assertThat(drain(Map.of())).isEmpty();
  }

  @Test
  void filesAreTakenAgainForOtherTopics() throws Exception {
    write("a.jsonl", 9, line("t", 1), line("u", 2));
    assertThat(offsets(drain(Map.of(CaptureSource.TOPICS, "x")))).containsExactly(List.of());
    assertThat(offsets(drain(Map.of(CaptureSource.TOPICS, "u,t"))))
        .containsExactly(List.of(1L, 2L));
    assertThat(drain(Map.of(CaptureSource.TOPICS, "t, u"))).isEmpty();
  }

  @Test
  void aFileThatIsGoneFromABatchIsNamed() throws Exception {
    write("a.jsonl", 9, "broken");
    assertThatThrownBy(() -> drain(Map.of())).hasStackTraceContaining("a.jsonl line=1");
    Files.delete(directory.resolve("a.jsonl"));
    assertThatThrownBy(() -> drain(Map.of())).hasStackTraceContaining("put the file back");
    write("a.jsonl", 8, line("t", 1));
    assertThat(offsets(drain(Map.of())).get(0)).containsExactly(1L);
  }

  private TakenFile taken(String name) throws IOException {
    Path file = directory.resolve(name);
    return new TakenFile(name, Files.getLastModifiedTime(file).toMillis(), Files.size(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"topic\":\"t\"",
        "[]",
        "{\"topic\":\"t\",\"partition\":0}",
        "{\"topic\":\"t\",\"partition\":0,\"offset\":1,\"payload\":{}}",
        "{\"topic\":\"t\",\"partition\":0,\"offset\":1,\"headers\":[\"k\"]}",
        "{\"topic\":\"t\",\"partition\":0,\"offset\":1,\"payload_base64\":\"*\"}",
        "{\"topic\":\"t\",\"partition\":99999999999,\"offset\":1}"
      })
  void brokenLineIsNamed(String line) throws Exception {
    write("a.jsonl", 0, line("t", 1), line);
    assertThatThrownBy(() -> drain(Map.of()))
        .hasStackTraceContaining("CAPTURE_UNREADABLE")
        .hasStackTraceContaining("a.jsonl line=2");
  }

  @Test
  void missingDirectoryIsNamed() {
    assertThatThrownBy(() -> drain(Map.of(CaptureSource.PATH, directory + "/nope")))
        .hasMessageContaining("CAPTURE_UNREADABLE")
        .hasMessageContaining("nope");
  }
}
