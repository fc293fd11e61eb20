package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.change.RejectReason;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.debezium.SourceBlock.Field;

/**
 * Refuses updates that leave out columns without saying which. A change stream of Spanner that
 * captures changed values alone sends null for every other column (Debezium's documentation,
 * "Debezium connector for Google Cloud Spanner": {@code value_capture_type}), and nobody could tell
 * that from a column that was set to null.
 */
final class WholeRows {

  private static final byte[] SPANNER = "spanner".getBytes(UTF_8);
  private static final byte[] NEW_ROW = "NEW_ROW".getBytes(UTF_8);
  private static final byte[] NEW_ROW_AND_OLD = "NEW_ROW_AND_OLD_VALUES".getBytes(UTF_8);

  private WholeRows() {}

  /**
   * Looks at an envelope.
   *
   * @param updates what upserts author; a flow that has a rule for it is not asked
   * @throws RecordRefused where it is such an update
   */
  static void require(Envelope envelope, PartialUpdates updates) {
    SourceBlock source = envelope.source();
    if (envelope.op() != 'u'
        || !source.isText(Field.CONNECTOR, SPANNER)
        || !(updates instanceof PartialUpdates.None)) {
      return;
    }
    if (!source.isText(Field.VALUE_CAPTURE_TYPE, NEW_ROW)
        && !source.isText(Field.VALUE_CAPTURE_TYPE, NEW_ROW_AND_OLD)) {
      String captured = source.text(Field.VALUE_CAPTURE_TYPE);
      throw new RecordRefused(
          RejectReason.WRONG_ENVELOPE,
          "the update has changed columns only: source.value_capture_type is "
              + (captured.isEmpty() ? "missing" : captured)
              + "; set value_capture_type = 'NEW_ROW' for the change stream");
    }
  }
}
