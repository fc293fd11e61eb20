package io.lakeward.it.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Rebuild;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import io.lakeward.mapping.file.MappingFile;
import io.lakeward.pipeline.Refresh;
import io.lakeward.pipeline.Replay;
import io.lakeward.pipeline.Replay.Outcome;
import io.lakeward.pipeline.query.DeadLetterList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records that stand aside until the mapping is corrected, in a history that two flows feed. One of
 * the flows has records without the sequence that the mapping asks for.
 */
class SetAsideTest {

  private static final String TABLE = "prices";

  @TempDir private Path directory;

  @BeforeEach
  void setAside() {
    CaptureFiles captures = new CaptureFiles(directory);
    captures.add(0, "shop", 0, Map.of("id", 1, "price", 10, "seq", 1));
    captures.add(0, "web", 0, Map.of("id", 1, "price", 20, "version", 5));
    captures.add(0, "web", 1, Map.of("id", 2, "price", 7, "version", 6));
    captures.add(1, "shop", 1, Map.of("id", 1, "price", 30, "seq", 9));
    Run run = Run.once(mapping("seq"));
    assertThat(run.notices()).isEmpty();
    assertThat(rows()).containsExactlyInAnyOrder(tuple(1L, 10L, 1L, 9L), tuple(1L, 30L, 9L, null));
  }

  @Test
  void areListedWithTheirReasons() throws IOException {
    assertThat(list(mapping("seq"), 1))
        .startsWith(
            "{\"table\":\"lake.shop.prices\",\"set_aside\":2,\"replayed\":0,"
                + "\"reasons\":{\"NULL_SEQUENCE\":2},\"records\":[{\"topic\":\"web\","
                + "\"partition\":0,\"offset\":0,\"reason\":\"NULL_SEQUENCE\",\"set_aside_at\":\"2")
        .endsWith("Z\",\"replayed_at\":null,\"detail\":\"sequence_by is null\"}]}\n");
    replay(mapping("coalesce(seq, version)"));
    assertThat(list(mapping("seq"), 0))
        .isEqualTo(
            "{\"table\":\"lake.shop.prices\",\"set_aside\":0,\"replayed\":2,\"reasons\":{},"
                + "\"records\":[]}\n");
  }

  @Test
  void takeTheirPlacesInTheHistory() {
    assertThat(replay(mapping("seq"))).isEqualTo(new Outcome(0, 2, 2));
    assertThat(replay(mapping("coalesce(seq, version)"))).isEqualTo(new Outcome(2, 0, 0));
    assertThat(rows())
        .containsExactlyInAnyOrder(
            tuple(1L, 10L, 1L, 5L),
            tuple(1L, 20L, 5L, 9L),
            tuple(1L, 30L, 9L, null),
            tuple(2L, 7L, 6L, null));
    assertThat(Run.once(mapping("coalesce(seq, version)")).records(TABLE)).isZero();
  }

  @Test
  void areInATableThatWasBuiltAnewBeforeTheyAreReplayed() {
    Path corrected = mapping("coalesce(seq, version)");
    assertThat(
            new Refresh(
                    MappingFile.read(corrected),
                    TABLE,
                    Refresh.Demand.EVERY_RECORD,
                    Rebuild.lines())
                .run())
        .isInstanceOf(Refresh.Outcome.Done.class);
    List<Tuple> rows = rows();
    assertThat(rows).hasSize(4);
    assertThat(properties()).containsEntry("lakeward.set-aside", "2");
    assertThat(replay(corrected)).isEqualTo(new Outcome(2, 0, 0));
    assertThat(rows()).containsExactlyInAnyOrderElementsOf(rows);
    assertThat(properties()).doesNotContainKey("lakeward.set-aside");
  }

  private Path mapping(String sequence) {
    return PipelineFile.ofCapture(directory)
        .settingAside()
        .table(
            TABLE,
            "keys: [id]",
            "stored_as_scd_type: 2",
            "schema: \"id BIGINT, price BIGINT, seq BIGINT, version BIGINT\"",
            "sequence_by: \"" + sequence + "\"",
            "column_list: [id, price]",
            "flows: [{topic: shop}, {topic: web}]")
        .write();
  }

  private static Outcome replay(Path mapping) {
    return new Replay(
            MappingFile.read(mapping),
            TABLE,
            Optional.empty(),
            Replay.Demand.EVERY_DELETE,
            Rebuild.lines())
        .run();
  }

  private static String list(Path mapping, int limit) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DeadLetterList(MappingFile.read(mapping), Optional.of(TABLE), limit)
        .write(DeadLetterList.Format.JSON, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private List<Tuple> rows() {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.table(TABLE).rows().stream()
          .map(
              row ->
                  tuple(
                      row.get("id"), row.get("price"), row.get("__START_AT"), row.get("__END_AT")))
          .toList();
    }
  }

  private Map<String, String> properties() {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return Map.copyOf(lake.table(TABLE).iceberg().properties());
    }
  }
}
