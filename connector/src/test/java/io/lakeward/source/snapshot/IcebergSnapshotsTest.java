package io.lakeward.source.snapshot;

import static io.lakeward.source.snapshot.LocalSpark.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.Spark3Util;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A table of the lake's catalog is one snapshot: the one that is current when it is listed. */
class IcebergSnapshotsTest {

  @RegisterExtension private static final LocalSpark SPARK = new LocalSpark();

  private static final String TABLE = "shop.customers";

  @BeforeEach
  void create() {
    SPARK.session().sql("CREATE TABLE lake." + TABLE + " (id BIGINT, n INT)");
  }

  @AfterEach
  void drop() {
    SPARK.session().sql("DROP TABLE lake." + TABLE + " PURGE");
  }

  private static Optional<IcebergTables.Pinned> current(String name) {
    try {
      Table table = Spark3Util.loadIcebergTable(SPARK.session(), "lake." + name);
      return Optional.ofNullable(table.currentSnapshot())
          .map(
              snapshot ->
                  new IcebergTables.Pinned(
                      snapshot.snapshotId(),
                      java.time.Instant.ofEpochMilli(snapshot.timestampMillis()),
                      snapshot.sequenceNumber(),
                      SPARK
                          .session()
                          .read()
                          .option("versionAsOf", snapshot.snapshotId())
                          .table("lake." + name)));
    } catch (Exception e) {
      // Scala does not declare that it throws NoSuchTableException.
      throw new IllegalStateException(e);
    }
  }

  private static Snapshots snapshots(String version) {
    return new Snapshots(
        SPARK.session(),
        new SnapshotDescription(
            TABLE,
            SnapshotFormat.ICEBERG,
            Optional.ofNullable(version),
            Map.of(),
            Optional.empty(),
            Optional.empty()),
        IcebergSnapshotsTest::current);
  }

  private static void insert(String values) {
    SPARK.session().sql("INSERT INTO lake." + TABLE + " VALUES " + values);
  }

  private static List<String> versions(Snapshots snapshots) {
    return snapshots.available().stream().map(snapshot -> snapshot.version().text()).toList();
  }

  @Test
  void theCurrentSnapshotIsTheOnlyOne() {
    insert("(1, 1)");
    Snapshots snapshots = snapshots("sequence_number");
    Snapshot first = snapshots.available().get(0);
    insert("(2, 2)");
    assertThat(first.version().text()).isEqualTo("1");
    assertThat(rows(first)).as("whatever is committed meanwhile").containsExactly("[1,1]");
    assertThat(versions(snapshots)).containsExactly("2");
    assertThat(rows(snapshots.latest())).containsExactly("[1,1]", "[2,2]");
    assertThat(snapshots.latest().place()).isEqualTo(TABLE);
  }

  @Test
  void versionsAreTheCommits() {
    insert("(1, 1)");
    Table table = table();
    assertThat(versions(snapshots("snapshot_id")))
        .containsExactly(Long.toString(table.currentSnapshot().snapshotId()));
    assertThat(versions(snapshots("committed_at")))
        .containsExactly(
            java.time.Instant.ofEpochMilli(table.currentSnapshot().timestampMillis()).toString());
    assertThat(versions(snapshots("date(committed_at)"))).hasSize(1);
  }

  private static Table table() {
    try {
      return Spark3Util.loadIcebergTable(SPARK.session(), "lake." + TABLE);
    } catch (Exception e) {
      // Scala does not declare that it throws NoSuchTableException.
      throw new IllegalStateException(e);
    }
  }

  @Test
  void columnsMayTellVersions() {
    insert("(1, 1), (2, 2)");
    Snapshots snapshots = snapshots("n");
    assertThat(versions(snapshots)).containsExactly("1", "2");
    insert("(3, 3)");
    assertThat(versions(snapshots)).containsExactly("1", "2", "3");
    assertThat(rows(snapshots.latest())).containsExactly("[3,3]");
  }

  @Test
  void withoutAVersionItIsWhatIsThere() {
    insert("(1, 1)");
    assertThat(rows(snapshots(null).latest())).containsExactly("[1,1]");
  }

  @Test
  void aTableWithoutACommitHasNoSnapshot() {
    Snapshots snapshots = snapshots("sequence_number");
    assertThat(snapshots.available()).isEmpty();
    assertThat(Errors.of(snapshots::latest).code()).isEqualTo(ErrorCode.SNAPSHOT_NOT_FOUND);
  }
}
