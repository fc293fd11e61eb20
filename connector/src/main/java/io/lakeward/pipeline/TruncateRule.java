package io.lakeward.pipeline;

import io.lakeward.change.Operation;
import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.source.Decoded;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.SourceRecord;

/**
 * Decodes records as another decoder does, but for truncates where the mapping does not want them.
 *
 * @param onTruncate what a truncate of the source does
 */
record TruncateRule(RecordDecoder decoder, OnTruncate onTruncate) implements RecordDecoder {

  private static final Decoded IGNORED = new Decoded.Skipped(SkipReason.TRUNCATE_IGNORED);
  private static final Decoded UNORDERED =
      new Decoded.Rejected(RejectReason.NULL_SEQUENCE, "the sequence of a truncate is null");
  private static final Decoded REFUSED =
      new Decoded.Rejected(RejectReason.TRUNCATE_REFUSED, "the source truncated its table");

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
      case TRUNCATE_ALL, END_ALL ->
          changes.changes().get(0).sequence().length == 0 ? UNORDERED : decoded;
    };
  }
}
