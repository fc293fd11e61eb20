package io.lakeward.samples.capture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Connectors of one database side by side, each with files of its own in one directory. They may be
 * stopped and started again: each goes on where it was.
 */
public final class Captures implements AutoCloseable {

  private record Capture(Properties settings, CaptureFiles files) {
    Path memory() {
      return Path.of(settings.getProperty("offset.storage.file.filename")).getParent();
    }
  }

  private final Path directory;
  private final Map<String, Capture> captures = new LinkedHashMap<>();
  private final Map<String, CaptureFeed> running = new LinkedHashMap<>();

  /** Captures into this directory. */
  public Captures(Path directory) {
    this.directory = directory;
  }

  /**
   * Adds a connector, not yet started. Its files are called after the chapter and its prefix.
   *
   * @param settings what the engine is told
   */
  public Captures add(Properties settings, RecordEncoding encoding) throws IOException {
    String prefix = settings.getProperty("topic.prefix");
    captures.put(prefix, new Capture(settings, new CaptureFiles(directory, encoding)));
    return this;
  }

  /** Starts all, writing into the files of a chapter. */
  public void start(String chapter) throws IOException {
    turnTo(chapter);
    for (Map.Entry<String, Capture> capture : captures.entrySet()) {
      Capture started = capture.getValue();
      running.put(
          capture.getKey(),
          CaptureFeed.start(started.memory(), started.settings(), started.files()::write));
    }
  }

  /** Goes on in the files of the next chapter. */
  public void turnTo(String chapter) {
    captures.forEach(
        (prefix, capture) -> capture.files().turnTo(chapter + "-" + prefix + ".jsonl"));
  }

  /** Waits until all have their first snapshot. */
  public void awaitSnapshots() throws InterruptedException {
    for (CaptureFeed feed : running.values()) {
      feed.awaitSnapshot();
    }
  }

  /** Waits until these have an incremental snapshot since they were started. */
  public void awaitIncrementalSnapshots(String... prefixes) throws InterruptedException {
    for (String prefix : prefixes) {
      running.get(prefix).awaitIncrementalSnapshot();
    }
  }

  /** Waits until all have seen the row of the signal table with this id, so all before it. */
  public void awaitSignal(String id) throws InterruptedException {
    for (CaptureFeed feed : running.values()) {
      feed.awaitSignal(id);
    }
  }

  /** Stops all. */
  @Override
  public void close() throws IOException {
    List<CaptureFeed> feeds = new ArrayList<>(running.values());
    running.clear();
    for (CaptureFeed feed : feeds) {
      feed.close();
    }
  }
}
