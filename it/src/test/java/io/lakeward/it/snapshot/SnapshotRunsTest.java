package io.lakeward.it.snapshot;

import static io.lakeward.it.snapshot.Exported.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Rebuild;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.LakeTable;
import io.lakeward.observe.BatchReport;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.iceberg.Snapshot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What runs over exports write, and what they leave alone. */
class SnapshotRunsTest {

  private static final int MANY = 200_000;

  @TempDir private Path directory;

  private Exported exported;

  @BeforeEach
  void exportTwoNames() {
    exported = new Exported(directory);
    exported.export(1, "alice", "bob");
  }

  @Test
  void eachSnapshotIsOneCommitAndIsCounted() {
    exported.export(2, "alicia", "bob", "carol");
    exported.export(3, null, "bob", "carol");
    List<BatchReport> batches = Run.once(exported.mapping()).batches(TABLE);
    assertThat(batches).extracting(BatchReport::applied).containsExactly(2L, 2L, 1L);
    assertThat(batches).extracting(BatchReport::unchanged).containsExactly(0L, 1L, 2L);
    assertThat(batches).extracting(BatchReport::batchId).containsExactly(0L, 1L, 2L);
    assertThat(exported.look(LakeTable::commits)).hasSize(3);
    assertThat(exported.rows()).containsExactly("2 bob", "3 carol");
  }

  @Test
  void anEqualSnapshotWritesNothingButItsVersion() {
    Path mapping = exported.mapping("stored_as_scd_type: 2");
    Run.once(mapping);
    Set<String> files = exported.look(SnapshotRunsTest::files);
    exported.export(2, "alice", "bob");
    List<BatchReport> batches = Run.once(mapping).batches(TABLE);
    assertThat(batches).hasSize(1);
    assertThat(batches.get(0).unchanged()).isEqualTo(2);
    assertThat(exported.look(SnapshotRunsTest::files)).isEqualTo(files);
    assertThat(Run.once(mapping).batches(TABLE)).isEmpty();
    exported.export(3, "alicia", "bob");
    Run.once(mapping);
    assertThat(exported.rows()).containsExactly("1 alice 1 3", "1 alicia 3 null", "2 bob 1 null");
  }

  @Test
  void aLargeEqualSnapshotWritesNothing() {
    Path mapping = exported.mapping();
    exported.exportLines(1, many(0));
    Run.once(mapping);
    Set<String> files = exported.look(SnapshotRunsTest::files);
    exported.exportLines(2, many(0));
    BatchReport equal = Run.once(mapping).batches(TABLE).get(0);
    assertThat(equal.unchanged()).isEqualTo(MANY);
    assertThat(exported.look(SnapshotRunsTest::files)).isEqualTo(files);
    exported.exportLines(3, many(2));
    BatchReport other = Run.once(mapping).batches(TABLE).get(0);
    assertThat(other.applied()).isEqualTo(2);
    assertThat(other.unchanged()).isEqualTo(MANY - 2);
    assertThat(other.work().rowsWritten()).isEqualTo(2);
  }

  @Test
  void aBackfillIsReadOnce() {
    exported.export(2, "alicia", "bob");
    Path mapping = exported.mapping("once: true");
    Run first = Run.once(mapping);
    assertThat(first.batches(TABLE)).hasSize(2);
    exported.export(3, "ali");
    Run second = Run.once(mapping);
    assertThat(second.batches(TABLE)).isEmpty();
    assertThat(second.notices()).anySatisfy(told -> assertThat(told).contains("read to its end"));
    assertThat(exported.rows()).containsExactly("1 alicia", "2 bob");
    Rebuild.of(mapping, TABLE);
    assertThat(exported.rows()).containsExactly("1 ali");
  }

  @Test
  void theVersionsAreKeptWithTheTableAndNowhereElse() {
    exported.export(2, "alicia", "bob");
    PipelineFile file = exported.addTo(PipelineFile.ofSnapshots(directory));
    Path mapping = file.write();
    Run.once(mapping);
    if (file.checkpoints().toFile().exists()) {
      file.deleteCheckpoints();
    }
    assertThat(Run.once(mapping).batches(TABLE)).isEmpty();
  }

  @Test
  void aRefreshAppliesAllSnapshotsThatAreThereAnew() {
    Path mapping = exported.mapping("stored_as_scd_type: 2");
    exported.export(2, "alicia");
    Run.once(mapping);
    List<String> rows = exported.rows();
    Rebuild.of(mapping, TABLE);
    assertThat(exported.rows()).isEqualTo(rows);
    assertThat(Run.once(mapping).batches(TABLE)).isEmpty();
    exported.export(3, "alicia", "bob");
    Run.once(mapping);
    assertThat(exported.rows())
        .containsExactly("1 alice 1 2", "1 alicia 2 null", "2 bob 1 2", "2 bob 3 null");
  }

  @Test
  void aRunWaitsForTheMarkerAndTellsOnce() {
    exported.mark(1);
    exported.export(2, "alicia");
    Path mapping = exported.markedMapping();
    Run run =
        Run.during(
            mapping,
            going -> {
              going.await(() -> going.batches(TABLE).size() == 1 && !going.notices().isEmpty());
              exported.export(2, "alicia", "bob");
              exported.mark(2);
              going.await(() -> going.batches(TABLE).size() == 2);
              exported.export(3, "ali", "bob");
              exported.mark(3);
              going.await(() -> going.batches(TABLE).size() == 3);
            });
    assertThat(run.notices()).hasSize(1);
    assertThat(run.notices().get(0)).contains("version=2");
    assertThat(exported.rows()).containsExactly("1 ali", "2 bob");
  }

  @Test
  void aRunWaitsForTheFirstSnapshotAndTellsOnce() {
    exported.remove(1);
    Run run =
        Run.during(
            exported.mapping(),
            going -> {
              going.await(() -> !going.notices().isEmpty());
              exported.export(1, "alice");
              going.await(() -> going.batches(TABLE).size() == 1);
            });
    assertThat(run.notices()).hasSize(1);
    assertThat(run.notices().get(0)).contains("waits").contains("exports/version=*");
    assertThat(exported.rows()).containsExactly("1 alice");
  }

  /** The files of data, deletes and state that the table has. */
  private static Set<String> files(LakeTable table) {
    Set<String> files = new HashSet<>();
    for (Snapshot snapshot : table.iceberg().snapshots()) {
      snapshot.addedDataFiles(table.iceberg().io()).forEach(file -> files.add(file.location()));
      snapshot.addedDeleteFiles(table.iceberg().io()).forEach(file -> files.add(file.location()));
    }
    return files;
  }

  /** Many rows, of which the first so many have another name. */
  private static List<String> many(int changed) {
    return LongStream.range(0, MANY)
        .mapToObj(
            id -> "{\"id\":%d,\"name\":\"%s\"}".formatted(id, (id < changed ? "n" : "name") + id))
        .toList();
  }
}
