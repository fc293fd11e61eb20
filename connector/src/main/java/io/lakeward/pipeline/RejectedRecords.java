package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.RejectReason;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.DeadLetters;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.SourceRecord;
import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.util.LongAccumulator;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Finds the records of a batch that cannot be applied, for the table of dead letters. Most batches
 * have none, so that they are decoded for it once more and nothing is kept of those that have none.
 *
 * @param origin whose records they are
 * @param format the flow's envelope
 * @param layout the columns of the table
 * @param onTruncate what a truncate of the source does
 * @param applied the offsets up to which records are in the table already
 * @param met counts them
 */
record RejectedRecords(
    Origin origin,
    RecordFormat format,
    Layout layout,
    OnTruncate onTruncate,
    Map<String, Map<Integer, Long>> applied,
    LongAccumulator met)
    implements Serializable {

  private static final long MICROS_PER_MILLI = 1000;

  /**
   * Whose records they are.
   *
   * @param pipeline the pipeline's name
   * @param table the target's full name
   * @param flow the flow's name
   * @param batchId Spark's number of the batch
   * @param time when the batch began
   */
  record Origin(String pipeline, String table, String flow, long batchId, Instant time)
      implements Serializable {
    Origin {
      requireNonNull(pipeline, "pipeline");
      requireNonNull(table, "table");
      requireNonNull(flow, "flow");
      requireNonNull(time, "time");
    }
  }

  /** Rows of {@link DeadLetters#ROW}. */
  Iterator<InternalRow> in(Iterator<InternalRow> records) {
    KafkaRows source = new KafkaRows(applied);
    RecordDecoder decoder = TruncateRule.of(format, layout, onTruncate);
    return CollectionConverters.asJava(
        CollectionConverters.asScala(records)
            .flatMap(row -> CollectionConverters.asScala(letters(row, source, decoder))));
  }

  private Iterator<InternalRow> letters(InternalRow row, KafkaRows source, RecordDecoder decoder) {
    SourceRecord record = source.of(row);
    if (source.isApplied() || !(decoder.decode(record) instanceof Decoded.Rejected rejected)) {
      return Collections.emptyIterator();
    }
    met.add(1);
    return List.<InternalRow>of(letter(row, record, rejected)).iterator();
  }

  private InternalRow letter(InternalRow row, SourceRecord record, Decoded.Rejected rejected) {
    return new GenericInternalRow(
        new Object[] {
          text(origin.pipeline()),
          text(origin.table()),
          text(origin.flow()),
          text(record.topic()),
          record.partition(),
          record.offset(),
          Math.multiplyExact(record.timestampMillis(), MICROS_PER_MILLI),
          record.key(),
          record.value(),
          row.isNullAt(KafkaRows.HEADERS) ? null : row.getArray(KafkaRows.HEADERS).copy(),
          text(codeOf(rejected.reason()).name()),
          text(rejected.reason().name()),
          text(rejected.detail()),
          origin.batchId(),
          ChronoUnit.MICROS.between(Instant.EPOCH, origin.time()),
          null
        });
  }

  /**
   * Makes sure that no record was left out because it was decoded in one job and not in another, as
   * where a registry knew its schema only by then. A task that ran twice may count it twice.
   *
   * @param rejected how many there are by the batch
   * @param met how many were met again
   * @throws LakewardException RECORDS_UNSTEADY where some were not
   */
  static void requireAsMany(long rejected, long met, String table) {
    if (met < rejected) {
      throw LakewardException.of(ErrorCode.RECORDS_UNSTEADY)
          .fact("table", table)
          .fact("rejected", rejected)
          .fact("met_again", met)
          .advice(
              "run again: nothing of the batch was applied. Where it comes back, look whether the"
                  + " schema registry answers alike at all times")
          .build();
    }
  }

  /** What mends the mapping or the source of records that were rejected for a reason. */
  static String adviceFor(RejectReason reason) {
    return switch (reason) {
      case TRUNCATE_REFUSED ->
          "say with on_truncate what the source's truncate does: truncate_all, end_all or ignore";
      case SCHEMA_MISSING ->
          "declare the columns with schema, or let the producer write what is missing";
      case NULL_INTERVAL -> "give an interval_value that is never null";
      case POSITION_MISSING -> "give sequence_by";
      default -> "correct the producer, or the mapping where it describes the records wrongly";
    };
  }

  /** The code of the error that the record is without a table of dead letters. */
  static ErrorCode codeOf(RejectReason reason) {
    return switch (reason) {
      case NULL_KEY -> ErrorCode.NULL_KEY;
      case NULL_SEQUENCE -> ErrorCode.NULL_SEQUENCE;
      case NON_ORDERABLE_SEQUENCE -> ErrorCode.NON_ORDERABLE_SEQUENCE;
      case SCHEMA_CHANGE_REFUSED -> ErrorCode.SCHEMA_CHANGE_REFUSED;
      default -> ErrorCode.RECORD_REJECTED;
    };
  }

  private static UTF8String text(String text) {
    return UTF8String.fromString(text);
  }
}
