package io.lakeward.pipeline;

import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A format in the middle of whose first decoding something else happens: after its table was looked
 * at, and before anything is committed.
 *
 * @param format how records are decoded
 */
record InterruptedFormat(RecordFormat format) implements RecordFormat {

  /** Static, since the format itself travels to the tasks. */
  private static final AtomicReference<Runnable> MEANWHILE = new AtomicReference<>();

  /** Does the work once, on a thread of its own, when the next decoding begins. */
  static void meanwhile(Runnable work) {
    MEANWHILE.set(work);
  }

  /** Whether the work was done. */
  static boolean isOver() {
    return MEANWHILE.get() == null;
  }

  @Override
  public RecordDecoder decoder(Layout layout) {
    Runnable work = MEANWHILE.getAndSet(null);
    if (work != null) {
      Thread thread = new Thread(work, "meanwhile");
      thread.start();
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return format.decoder(layout);
  }
}
