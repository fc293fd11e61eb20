package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.lake.LakeTable;
import io.lakeward.mapping.Retention;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the state branch forgets, and when (semantics, section 9). */
class RetentionTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  private final BatchedTable table = new BatchedTable(LAKE);

  @Test
  void deletesAreRememberedWithinTheirRetentionAndNoLonger() {
    table.retain(Retention.of(Duration.ofDays(7)));
    table.batch("u,1,1,a,", "u,1,2,b,", "u,1,3,c,");
    table.batch("d,5,1,,", "d,5,2,,", "d,5,9,,");
    table.batch("u,6,2,again,");
    table.batch("u,4,1,late,", "u,4,9,late,");
    assertThat(table.rows()).containsExactly("2,again,null", "3,c,null");
    assertThat(stateFiles()).isNotEmpty();
    table.retain(Retention.of(Duration.ZERO));
    table.batch("u,7,3,c2,", "d,7,4,,");
    assertThat(table.rows()).containsExactly("2,again,null", "3,c2,null");
    assertThat(stateFiles()).as("what the last batch wrote").hasSize(1);
    assertThat(stateDeletes()).isEmpty();
    table.batch("u,6,4,late,", "u,4,1,late,");
    assertThat(table.rows())
        .as("one too late")
        .containsExactly("1,late,null", "2,again,null", "3,c2,null");
    assertThat(stateFiles()).isEmpty();
  }

  private List<DataFile> stateFiles() {
    return stateTasks().stream().map(FileScanTask::file).toList();
  }

  private List<DeleteFile> stateDeletes() {
    Table iceberg = table.iceberg();
    List<DeleteFile> deletes = new ArrayList<>();
    for (ManifestFile manifest :
        iceberg.snapshot(LakeTable.STATE_BRANCH).deleteManifests(iceberg.io())) {
      try (ManifestReader<DeleteFile> entries =
          ManifestFiles.readDeleteManifest(manifest, iceberg.io(), iceberg.specs())) {
        entries.forEach(delete -> deletes.add(delete.copy()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return deletes;
  }

  private List<FileScanTask> stateTasks() {
    try (CloseableIterable<FileScanTask> tasks =
        table.iceberg().newScan().useRef(LakeTable.STATE_BRANCH).planFiles()) {
      return StreamSupport.stream(tasks.spliterator(), false).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
