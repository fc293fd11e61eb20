package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.lake.DeadLetterSelection;
import io.lakeward.lake.DeadLetters;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.util.LongAccumulator;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Says of each record that stands aside what became of it when it came once more: decoded as it was
 * for the merge, it is replayed, or stands aside with the reason that holds now. So nothing of the
 * records goes through the driver.
 *
 * @param format the flow's envelope
 * @param layout the columns that the records were decoded to
 * @param onTruncate what a truncate of the source does
 * @param time when they were replayed
 * @param rejectedAgain counts those that stay aside
 */
record LetterReview(
    RecordFormat format,
    Layout layout,
    OnTruncate onTruncate,
    Instant time,
    LongAccumulator rejectedAgain)
    implements DeadLetterSelection.Review {

  private static final int CODE = DeadLetters.ROW.fieldIndex("code");
  private static final int REASON = DeadLetters.ROW.fieldIndex("reason");
  private static final int DETAIL = DeadLetters.ROW.fieldIndex("detail");
  private static final int REPLAYED_AT = DeadLetters.ROW.fieldIndex("replayed_at");

  LetterReview {
    requireNonNull(format, "format");
    requireNonNull(layout, "layout");
    requireNonNull(onTruncate, "onTruncate");
    requireNonNull(time, "time");
  }

  @Override
  public Iterator<InternalRow> of(Iterator<InternalRow> letters) {
    RecordDecoder decoder = TruncateRule.of(format, layout, onTruncate);
    KafkaRows source = KafkaRows.ofLetters();
    return CollectionConverters.asJava(
        CollectionConverters.asScala(letters)
            .map(letter -> reviewed(letter, decoder.decode(source.of(letter)))));
  }

  private InternalRow reviewed(InternalRow letter, Decoded decoded) {
    Object[] columns = new Object[DeadLetters.ROW.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = letter.isNullAt(i) ? null : letter.get(i, DeadLetters.ROW.apply(i).dataType());
    }
    if (decoded instanceof Decoded.Rejected rejected) {
      rejectedAgain.add(1);
      columns[CODE] = UTF8String.fromString(RejectedRecords.codeOf(rejected.reason()).name());
      columns[REASON] = UTF8String.fromString(rejected.reason().name());
      columns[DETAIL] = UTF8String.fromString(rejected.detail());
    } else if (!(decoded instanceof Decoded.Unfit)) {
      // One that does not fit: somebody altered the table just after the merge.
      columns[REPLAYED_AT] = ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }
    return new GenericInternalRow(columns);
  }
}
