package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.spark.ScanTaskSetManager;
import org.apache.iceberg.spark.source.SparkRewriteTable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;

/**
 * Records of a flow that stand aside, as of one moment: what is set aside later is not among them.
 * Pinned to the files that hold them, so that just the records that were read are replaced. Used by
 * one thread; to be closed.
 */
public final class DeadLetterSelection implements AutoCloseable {

  /**
   * Which records.
   *
   * @param owner whose
   * @param flow of which flow
   * @param reason set aside for this reason alone; empty for any
   */
  public record Choice(DeadLetters.Owner owner, String flow, Optional<String> reason) {
    public Choice {
      requireNonNull(owner, "owner");
      requireNonNull(flow, "flow");
      requireNonNull(reason, "reason");
    }

    private Column of(Dataset<Row> letters) {
      Column ofFlow = DeadLetters.isStanding(letters, owner).and(letters.col("flow").equalTo(flow));
      return reason.map(why -> ofFlow.and(letters.col("reason").equalTo(why))).orElse(ofFlow);
    }
  }

  /** Turns rows of {@link DeadLetters#ROW} into the rows that take their place, one for each. */
  @FunctionalInterface
  public interface Review extends Serializable {
    /** The rows in the place of these. */
    Iterator<InternalRow> of(Iterator<InternalRow> letters);
  }

  private final SparkSession session;
  private final Table table;
  private final Choice choice;
  private final Snapshot snapshot;
  private final List<FileScanTask> files;
  private final String stage = UUID.randomUUID().toString();

  /** Those that a table of dead letters, just loaded, has; at least one. */
  DeadLetterSelection(SparkSession session, Table table, Choice choice) {
    this.session = session;
    this.table = table;
    this.choice = choice;
    this.snapshot = table.currentSnapshot();
    this.files = planned(table, choice);
    ScanTaskSetManager.get().stageTasks(table, stage, files);
  }

  /** The records, as rows of {@link DeadLetters#ROW}. */
  public Dataset<Row> rows() {
    Dataset<Row> all = everyRow();
    return all.filter(choice.of(all));
  }

  /**
   * Puts other rows in the place of the records, in one commit.
   *
   * @param check runs when the rows are written; what it throws leaves all as they were
   * @throws LakewardException COMMIT_CONFLICT where somebody else replaced some of them meanwhile;
   *     all are then as they were
   */
  public void replace(Review review, Runnable check) {
    Dataset<Row> all = everyRow();
    Dataset<Row> reviewed =
        SparkPlans.dataset(
            session, SparkPlans.rows(rows()).mapPartitions(review::of).rdd(), DeadLetters.ROW);
    Dataset<Row> others = all.filter(functions.not(choice.of(all)));
    List<DataFile> added = DeadLetterTask.write(session, table, others.union(reviewed));
    check.run();
    commit(added);
  }

  @Override
  public void close() {
    ScanTaskSetManager.get().removeTasks(table, stage);
  }

  private void commit(List<DataFile> added) {
    OverwriteFiles exchange = table.newOverwrite().validateFromSnapshot(snapshot.snapshotId());
    files.forEach(task -> exchange.deleteFile(task.file()));
    added.forEach(exchange::addFile);
    exchange.validateNoConflictingDeletes();
    try {
      CommitThread.run(exchange::commit);
    } catch (RuntimeException e) {
      if (!(e instanceof ValidationException) && !(e instanceof CleanableFailure)) {
        throw e; // the commit may be in the table, with these files
      }
      added.forEach(file -> table.io().deleteFile(file.location()));
      throw LakewardException.of(ErrorCode.COMMIT_CONFLICT)
          .fact("table", table.name())
          .fact("reason", e.getMessage())
          .advice("run the command again: what it merged already stays as it is")
          .cause(e)
          .build();
    }
  }

  private Dataset<Row> everyRow() {
    return SparkPlans.scan(session, new SparkRewriteTable(table, stage));
  }

  /** Without residuals, which would keep the other rows of the files from being read. */
  private static List<FileScanTask> planned(Table table, Choice choice) {
    try (CloseableIterable<FileScanTask> tasks =
        table
            .newScan()
            .filter(Expressions.equal("table", choice.owner().table()))
            .filter(Expressions.equal("flow", choice.flow()))
            .filter(Expressions.isNull(DeadLetters.REPLAYED_AT))
            .ignoreResiduals()
            .planFiles()) {
      return StreamSupport.stream(tasks.spliterator(), false).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
