package io.lakeward.samples.shop;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Tells what is going on. On a terminal, a line that is written over; elsewhere, plain lines, not
 * too many of them.
 */
final class Progress {

  /** Where the progress is shown. */
  enum Screen {
    TERMINAL(200),
    PLAIN(10_000);

    private final long millisBetween;

    Screen(long millisBetween) {
      this.millisBetween = millisBetween;
    }

    /** The screen of this process. */
    static Screen here() {
      boolean terminal = System.console() != null && !"dumb".equals(System.getenv("TERM"));
      return terminal ? TERMINAL : PLAIN;
    }
  }

  private static final String START_OF_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final Screen screen;
  private final long start = System.nanoTime();
  private long lastUpdate = start;
  private boolean lineOpen;
  private boolean muted;

  Progress(PrintStream out, Screen screen) {
    this.out = out;
    this.screen = screen;
  }

  /** Says that something is done, for good. */
  synchronized void done(String text) {
    if (muted) {
      return;
    }
    closeLine();
    out.println(stamped(text));
    lastUpdate = System.nanoTime();
  }

  /** Shows how far something has come; most of these are never seen. */
  synchronized void update(String format, Object... values) {
    long now = System.nanoTime();
    if (muted || now - lastUpdate < TimeUnit.MILLISECONDS.toNanos(screen.millisBetween)) {
      return;
    }
    lastUpdate = now;
    String text = stamped(String.format(Locale.ROOT, format, values));
    if (screen == Screen.TERMINAL) {
      out.print(START_OF_LINE + text);
      out.flush();
      lineOpen = true;
    } else {
      out.println(text);
    }
  }

  /** Leaves the screen so that others can write on it. */
  synchronized void closeLine() {
    if (lineOpen) {
      out.print(START_OF_LINE);
      lineOpen = false;
    }
  }

  /** Says nothing more: somebody else has the last word. */
  synchronized void mute() {
    closeLine();
    muted = true;
  }

  /** The time since the start. */
  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private String stamped(String text) {
    return String.format(Locale.ROOT, "%6.1f s  %s", elapsed().toMillis() / 1000.0, text);
  }
}
