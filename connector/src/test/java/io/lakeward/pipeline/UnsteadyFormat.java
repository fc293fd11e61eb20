package io.lakeward.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.change.RejectReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads as {@link CommaFormat} does, but records that say {@code later} only from some time on, as
 * where a registry hears of their schema late.
 */
record UnsteadyFormat() implements RecordFormat {

  /** How often such records are not known yet; of all tasks, which share this JVM. */
  static final AtomicInteger UNKNOWN = new AtomicInteger();

  @Override
  public RecordDecoder decoder(Layout layout) {
    RecordDecoder decoder = new CommaFormat().decoder(layout);
    return record ->
        new String(record.value(), UTF_8).contains("later") && UNKNOWN.getAndDecrement() > 0
            ? new Decoded.Rejected(RejectReason.SCHEMA_MISSING, "not known yet")
            : decoder.decode(record);
  }
}
