package io.lakeward.cli;

import java.util.List;
import sun.misc.Signal;

/** Ctrl-C and SIGTERM: what is at work ends in order. */
final class StopSignals {
  private StopSignals() {}

  /** Does this at each of them, in place of ending the process at once. */
  static void handle(Runnable requestStop) {
    for (String signal : List.of("TERM", "INT")) {
      Signal.handle(new Signal(signal), received -> requestStop.run());
    }
  }
}
