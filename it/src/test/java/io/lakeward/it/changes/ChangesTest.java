package io.lakeward.it.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.SkipReason;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.postgres.Envelope;
import io.lakeward.it.postgres.Replica;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of change, from the broker to the table, with and without embedded schema. */
class ChangesTest {

  private static final List<Episode> EPISODES =
      Stream.of(KeyChanges.all(), RowChanges.all(), AddedColumns.all())
          .flatMap(List::stream)
          .toList();

  private static Performance performance;

  @BeforeAll
  static void play(@TempDir Path directory) {
    performance = Performance.of(directory, EPISODES);
  }

  static Stream<Arguments> episodes() {
    return EPISODES.stream()
        .flatMap(
            episode ->
                episode.envelopes().stream().map(envelope -> Arguments.of(episode, envelope)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("episodes")
  void tableEqualsTheSource(Episode episode, Envelope envelope) {
    String table = Performance.table(episode, envelope);
    assertThat(Replica.of(episode.changes()))
        .as("the reference")
        .containsExactlyInAnyOrderElementsOf(episode.expected());
    performance.runs().forEach(run -> assertThat(run.failed()).doesNotContain(table));
    try (Lake lake = performance.lake()) {
      assertThat(lake.table(table).rows())
          .containsExactlyInAnyOrderElementsOf(
              envelope == Envelope.WITH_SCHEMA ? episode.expected() : withoutDefaults(episode));
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("episodes")
  void everyRecordIsCountedOnce(Episode episode, Envelope envelope) {
    String table = Performance.table(episode, envelope);
    long records = 0;
    long tombstones = 0;
    for (Run run : performance.runs()) {
      records += run.records(table);
      tombstones += run.skipped(table, SkipReason.TOMBSTONE);
    }
    assertThat(records).isEqualTo(episode.records());
    assertThat(tombstones).isEqualTo(episode.tombstones());
  }

  /** Without an embedded schema nobody tells of a default: rows never touched since read null. */
  private static List<Map<String, Object>> withoutDefaults(Episode episode) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Map<String, Object> expected : episode.expected()) {
      Map<String, Object> row = new LinkedHashMap<>(expected);
      row.replaceAll((column, value) -> isTold(episode, expected, column) ? value : null);
      rows.add(row);
    }
    return rows;
  }

  private static boolean isTold(Episode episode, Map<String, Object> row, String column) {
    return episode.changes().stream()
        .anyMatch(
            change ->
                change.schema().key(row).equals(change.key())
                    && change.values().containsKey(column));
  }
}
