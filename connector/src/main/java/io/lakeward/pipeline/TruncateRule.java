package io.lakeward.pipeline;

import io.lakeward.change.Operation;
import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.Findings;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.SourceRecord;
import java.util.OptionalInt;

/**
 * Decodes records as another decoder does, but for truncates where the mapping does not want them.
 *
 * @param onTruncate what a truncate of the source does
 * @param start the column in which a history shows when it was; empty for a table of current rows
 */
record TruncateRule(RecordDecoder decoder, OnTruncate onTruncate, OptionalInt start)
    implements RecordDecoder {

  private static final Decoded IGNORED = new Decoded.Skipped(SkipReason.TRUNCATE_IGNORED);
  private static final Decoded UNORDERED =
      new Decoded.Rejected(RejectReason.NULL_SEQUENCE, "the sequence of a truncate is null");
  private static final Decoded TIMELESS =
      new Decoded.Rejected(
          RejectReason.NULL_INTERVAL, "interval_value is null for a truncate, which has no row");
  private static final Decoded REFUSED =
      new Decoded.Rejected(RejectReason.TRUNCATE_REFUSED, "the source truncated its table");

  /** The rule over a flow's records, decoded to a layout. */
  static TruncateRule of(RecordFormat format, Layout layout, OnTruncate onTruncate) {
    return new TruncateRule(format.decoder(layout), onTruncate, layout.ordinalOf(Bound.START));
  }

  @Override
  public Decoded decode(SourceRecord record) {
    Decoded decoded = decoder.decode(record);
    if (!(decoded instanceof Decoded.Changes changes)
        || changes.changes().get(0).operation() != Operation.TRUNCATE) {
      return decoded;
    }
    return switch (onTruncate) {
      case IGNORE -> IGNORED;
      case FAIL -> REFUSED;
      case TRUNCATE_ALL, END_ALL -> ordered(decoded, changes.changes().get(0));
    };
  }

  @Override
  public Findings findings() {
    return decoder.findings();
  }

  /** A row that ends at a null would read as still open. */
  private Decoded ordered(Decoded decoded, DecodedChange truncate) {
    if (truncate.sequence().length == 0) {
      return UNORDERED;
    }
    return start.isPresent() && truncate.row().isNullAt(start.getAsInt()) ? TIMELESS : decoded;
  }
}
