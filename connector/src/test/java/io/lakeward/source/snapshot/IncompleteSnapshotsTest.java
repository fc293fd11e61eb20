package io.lakeward.source.snapshot;

import static io.lakeward.source.snapshot.LocalSpark.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A directory without its success marker is not read. */
class IncompleteSnapshotsTest {

  @RegisterExtension private static final LocalSpark SPARK = new LocalSpark();

  @TempDir private Path directory;

  private Snapshots snapshots(String path, String version, String marker) {
    return SPARK.snapshots(
        new SnapshotDescription(
            directory.resolve(path).toString(),
            SnapshotFormat.JSON,
            Optional.of(version),
            Map.of(),
            Optional.empty(),
            Optional.of(marker)));
  }

  private void export(String path) throws Exception {
    Files.createDirectories(directory.resolve(path));
    Files.write(directory.resolve(path).resolve("part.json"), List.of("{\"id\":1,\"n\":1}"));
  }

  private void mark(String path, String marker) throws Exception {
    Files.writeString(directory.resolve(path).resolve(marker), "1 row\n");
  }

  @Test
  void itIsListedInItsOrder() throws Exception {
    export("version=1");
    export("version=2");
    export("version=3");
    mark("version=1", "_SUCCESS");
    mark("version=3", "_SUCCESS");
    Snapshots snapshots = snapshots("version=*", "version", "_SUCCESS");
    List<Snapshot> found = snapshots.available();
    assertThat(found).extracting(s -> s.version().text()).containsExactly("1", "2", "3");
    assertThat(found).extracting(Snapshot::isComplete).containsExactly(true, false, true);
    found.get(0).requireComplete();
    LakewardException error = Errors.of(found.get(1)::requireComplete);
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_INCOMPLETE);
    assertThat(error.facts())
        .containsEntry("path", "file:" + directory.resolve("version=2"))
        .containsEntry("missing", "_SUCCESS");
    assertThat(Errors.of(found.get(1)::rows).code()).isEqualTo(ErrorCode.SNAPSHOT_INCOMPLETE);
    mark("version=2", "_SUCCESS");
    assertThat(snapshots.available()).allMatch(Snapshot::isComplete);
  }

  @Test
  void theLatestMustBeComplete() throws Exception {
    export("version=1");
    export("version=2");
    mark("version=1", "_SUCCESS");
    Snapshots snapshots = snapshots("version=*", "version", "_SUCCESS");
    assertThat(Errors.of(snapshots::latest).code()).isEqualTo(ErrorCode.SNAPSHOT_INCOMPLETE);
  }

  @Test
  void nothingIsToldOfColumnsThatAreNotToBeReadYet() throws Exception {
    export("a");
    export("b");
    mark("a", "_SUCCESS");
    LakewardException error = Errors.of(snapshots("[ab]", "n", "_SUCCESS")::available);
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_INCOMPLETE);
    assertThat(error.facts()).containsEntry("path", "file:" + directory.resolve("b"));
  }

  @Test
  void aFileNeedsNoMarker() throws Exception {
    export("day");
    assertThat(snapshots("day/part.json", "n", "_SUCCESS").available())
        .allMatch(Snapshot::isComplete)
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"_SUCCESS", "DONE", "done.json", ".done"})
  void theMarkerIsNotRead(String marker) throws Exception {
    export("version=1");
    mark("version=1", marker);
    assertThat(rows(snapshots("version=*", "version", marker).latest())).containsExactly("[1,1]");
  }
}
