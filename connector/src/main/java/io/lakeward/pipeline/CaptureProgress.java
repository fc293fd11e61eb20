package io.lakeward.pipeline;

import io.lakeward.source.capture.TakenFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The files of a capture that were taken, each as it was last. */
final class CaptureProgress implements Progress {

  @Override
  public Coverage coverage(String applied, Optional<String> start, String end) {
    if (covers(applied, end)) {
      return Coverage.APPLIED;
    }
    return start.isEmpty() || covers(applied, start.get()) ? Coverage.CONTINUES : Coverage.AHEAD;
  }

  private static boolean covers(String applied, String end) {
    Map<String, TakenFile> taken = new HashMap<>();
    TakenFile.parse(applied).forEach(file -> taken.put(file.name(), file));
    return TakenFile.parse(end).stream()
        .allMatch(file -> taken.containsKey(file.name()) && taken.get(file.name()).covers(file));
  }

  @Override
  public String later(String applied, String end) {
    Map<String, TakenFile> files = new TreeMap<>();
    TakenFile.parse(applied).forEach(file -> files.put(file.name(), file));
    TakenFile.parse(end).forEach(file -> files.put(file.name(), file));
    return TakenFile.json(files.values());
  }

  @Override
  public OptionalLong mostRecords(Optional<String> start, String end) {
    return OptionalLong.empty();
  }

  /** The names of the files. */
  static List<String> files(String json) {
    return TakenFile.parse(json).stream().map(TakenFile::name).toList();
  }
}
