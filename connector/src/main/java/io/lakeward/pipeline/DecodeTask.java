package io.lakeward.pipeline;

import io.lakeward.change.OrderedBytes;
import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.lake.ChangeRowBuilder;
import io.lakeward.lake.ChangeRows;
import io.lakeward.lake.KeyFilter;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.row.KeyHash;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.SourceRecord;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Decodes the records of a batch's partition, once, into change rows; the last row is the task's
 * report.
 *
 * @param format the flow's envelope
 * @param rows the columns of the change rows
 * @param flowOrder the flow's place in the mapping, from 0
 * @param partitions how many partitions hold changes; reports go to the one after them
 * @param expectedKeys about how many keys the batch has, the same for all tasks
 * @param links the halves of key changes that do not name each other
 * @param onTruncate what a truncate of the source does
 * @param applied the offsets up to which records are in the table already, by topic and partition
 */
record DecodeTask(
    RecordFormat format,
    ChangeRows rows,
    int flowOrder,
    int partitions,
    long expectedKeys,
    KeyChangeLinks links,
    OnTruncate onTruncate,
    Map<String, Map<Integer, Long>> applied)
    implements Serializable {

  Iterator<InternalRow> decoded(Iterator<InternalRow> records) {
    return new Rows(records);
  }

  private final class Rows implements Iterator<InternalRow> {
    private final Iterator<InternalRow> records;
    private final RecordDecoder decoder = TruncateRule.of(format, rows.layout(), onTruncate);
    private final ChangeRowBuilder builder = new ChangeRowBuilder(rows, partitions);
    private final DecodeReport report = new DecodeReport();
    private final KeyFilter keys = KeyFilter.sized(expectedKeys);
    private final KafkaRows source = new KafkaRows(applied);
    private final SourceRecord record = source.record();
    private final OrderedBytes positions = new OrderedBytes();
    private final Map<String, byte[]> topicPrefixes = new HashMap<>();
    private final Queue<InternalRow> pending = new ArrayDeque<>(2);
    private boolean reported;

    Rows(Iterator<InternalRow> records) {
      this.records = records;
    }

    @Override
    public boolean hasNext() {
      while (pending.isEmpty() && !reported) {
        if (records.hasNext()) {
          decode(records.next());
        } else {
          report.noteFindings(decoder.findings());
          report.close(keys.toBytes());
          pending.add(builder.report(report.toBytes()));
          reported = true;
        }
      }
      return !pending.isEmpty();
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return pending.remove();
    }

    private void decode(InternalRow row) {
      report.countRecord();
      source.of(row);
      if (source.isApplied()) {
        report.countSkipped(SkipReason.ALREADY_APPLIED);
        return;
      }
      Decoded decoded = decoder.decode(record);
      if (decoded instanceof Decoded.Changes changes) {
        take(changes.changes());
      } else if (decoded instanceof Decoded.Skipped skip) {
        report.countSkipped(skip.reason());
      } else if (decoded instanceof Decoded.Rejected reject) {
        report.countRejected(offender(reject.reason(), reject.detail()));
      } else if (decoded instanceof Decoded.Unfit unfit) {
        report.noteUnfit(unfit.shape(), unfit.sequence());
      }
    }

    /** A record is counted by the last of its changes. */
    private void take(List<DecodedChange> changes) {
      for (int i = 0; i < changes.size(); i++) {
        take(changes.get(i), i == changes.size() - 1);
      }
    }

    private void take(DecodedChange change, boolean counts) {
      byte[] position = position(change);
      report.noteSequence(change.sequence());
      switch (change.operation()) {
        case TRUNCATE -> report.countTruncate(builder.truncate(change, position));
        case UPSERT -> takeUpsert(change, position, counts);
        case DELETE -> takeDelete(change, position, counts);
      }
    }

    private DecodeReport.Offender offender(RejectReason reason, String detail) {
      return new DecodeReport.Offender(
          record.topic(), record.partition(), record.offset(), reason, detail);
    }

    private void takeUpsert(DecodedChange change, byte[] position, boolean counts) {
      note(change.key(), counts);
      boolean partial = change.unauthored().length > 0;
      if (partial) {
        report.notePartialRow();
      }
      boolean inherits = partial && change.keyChange() == DecodedChange.KeyChange.MOVED_FROM;
      if (inherits) {
        report.noteKeyChange();
        linkToOldKey(change);
      }
      byte kind = inherits ? ChangeRows.UPSERT_INHERITING : ChangeRows.UPSERT;
      pending.add(builder.change(change, position, counted(kind, counts)));
      if (inherits && change.knowsLinkedKey()) {
        noteKey(change.linkedKey());
        pending.add(builder.request(change, position));
      }
    }

    private void linkToOldKey(DecodedChange change) {
      if (!change.knowsLinkedKey()) {
        links
            .oldKeyAt(change.sequence())
            .ifPresentOrElse(
                key -> change.linked(DecodedChange.KeyChange.MOVED_FROM, key),
                () -> report.noteOrphan(change.sequence(), change.key()));
      }
    }

    private void takeDelete(DecodedChange change, byte[] position, boolean counts) {
      note(change.key(), counts);
      if (!change.knowsLinkedKey()) {
        links
            .newKeyAt(change.sequence())
            .ifPresent(
                key -> {
                  report.noteAdopted(change.sequence());
                  change.linked(DecodedChange.KeyChange.MOVED_TO, key);
                });
      }
      if (change.knowsLinkedKey()) {
        report.noteKeyChange();
        noteKey(change.linkedKey());
      }
      boolean moves = change.keyChange() == DecodedChange.KeyChange.MOVED_TO;
      byte kind = moves ? ChangeRows.MOVE : ChangeRows.DELETE;
      pending.add(builder.change(change, position, counted(kind, counts)));
    }

    private void note(byte[] key, boolean counts) {
      noteKey(key);
      if (counts) {
        report.countChange();
      }
    }

    private void noteKey(byte[] key) {
      keys.add(KeyHash.of(key));
      report.noteKey(key);
    }

    private byte counted(byte kind, boolean counts) {
      return counts ? kind : (byte) (kind + ChangeRows.UNCOUNTED);
    }

    /** The place in the order: sequence, flow, topic, partition, offset (semantics, section 2). */
    private byte[] position(DecodedChange change) {
      return positions
          .reset()
          .putEncoded(change.sequence())
          .putEncoded(change.systemSequence())
          .putEncoded(topicPrefixes.computeIfAbsent(record.topic(), this::topicPrefix))
          .putCount(record.partition())
          .putLong(record.offset())
          .toBytes();
    }

    private byte[] topicPrefix(String topic) {
      return new OrderedBytes().putCount(flowOrder).putText(topic).toBytes();
    }
  }
}
