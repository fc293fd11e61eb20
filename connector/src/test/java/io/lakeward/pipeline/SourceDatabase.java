package io.lakeward.pipeline;

import io.lakeward.source.snapshot.DatabaseLog;
import io.lakeward.source.snapshot.Export;
import io.lakeward.source.snapshot.KeyValues;
import io.lakeward.source.snapshot.SnapshotDescription;
import io.lakeward.source.snapshot.SnapshotFormat;
import io.lakeward.source.snapshot.Snapshots;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A database with a table, in the middle of whose reading something else may happen. */
final class SourceDatabase {

  /** Static, since the rows are read by tasks. */
  private static final AtomicReference<Runnable> MEANWHILE = new AtomicReference<>();

  private final SparkLake lake;
  private final String url;

  /** A database in a file. */
  SourceDatabase(SparkLake lake, Path file) {
    this.lake = lake;
    this.url = "jdbc:sqlite:" + file;
  }

  /** Executes statements. */
  SourceDatabase execute(String... statements) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return this;
  }

  /** Does the work once, on a thread of its own, while rows of some keys are read next. */
  static void meanwhile(Runnable work) {
    MEANWHILE.set(work);
  }

  /** Whether the work was done. */
  static boolean isOver() {
    return MEANWHILE.get() == null;
  }

  /** The rows of a table or query. */
  ReconciledSource rows(String path, Optional<String> within) {
    Snapshots snapshots =
        new Snapshots(
            lake.session(),
            new SnapshotDescription(
                path,
                SnapshotFormat.JDBC,
                Optional.empty(),
                Map.of("url", url),
                Optional.empty(),
                Optional.empty()),
            new LakeSnapshots(lake.session(), lake.catalog()));
    Optional<DatabaseLog> log = snapshots.log();
    return new ReconciledSource(new Interrupted(snapshots.latest()), log, within);
  }

  private record Interrupted(Export export) implements Export {

    @Override
    public String place() {
      return export.place();
    }

    @Override
    public boolean isComplete() {
      return export.isComplete();
    }

    @Override
    public void requireComplete() {
      export.requireComplete();
    }

    @Override
    public Dataset<Row> rows() {
      return export.rows();
    }

    @Override
    public Dataset<Row> rows(KeyValues wanted) {
      return export.rows(wanted).filter((FilterFunction<Row>) row -> isRead());
    }

    @Override
    public Optional<io.lakeward.error.LakewardException> unreadable(Throwable failure) {
      return export.unreadable(failure);
    }

    private static boolean isRead() throws InterruptedException {
      Runnable work = MEANWHILE.getAndSet(null);
      if (work != null) {
        Thread thread = new Thread(work, "meanwhile");
        thread.start();
        thread.join();
      }
      return true;
    }
  }
}
