package io.lakeward.source.capture;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.read.streaming.Offset;

/** The files of a capture that were taken, each as it was last, in the order in which they were. */
final class CaptureOffset extends Offset {

  static final CaptureOffset BEGINNING = new CaptureOffset(List.of());

  /** Each offset in the checkpoint names all files before it, so their number is limited. */
  static final int MOST_FILES = 10_000;

  private final List<TakenFile> files;

  private CaptureOffset(List<TakenFile> files) {
    this.files = List.copyOf(files);
  }

  static CaptureOffset parse(String json) {
    try {
      return BEGINNING.plus(TakenFile.parse(json));
    } catch (IllegalArgumentException e) {
      throw LakewardException.of(ErrorCode.OFFSETS_UNREADABLE)
          .fact("offsets", json)
          .advice("give the offsets as an earlier run wrote them")
          .cause(e)
          .build();
    }
  }

  List<TakenFile> files() {
    return files;
  }

  /** Those of these files that were not taken as they are. */
  List<TakenFile> notTaken(List<TakenFile> present) {
    Map<String, TakenFile> taken = new HashMap<>();
    files.forEach(file -> taken.put(file.name(), file));
    return present.stream().filter(file -> !file.equals(taken.get(file.name()))).toList();
  }

  /** This offset and the files after it; one of a name that is there takes its place. */
  CaptureOffset plus(List<TakenFile> more) {
    Map<String, TakenFile> all = new LinkedHashMap<>();
    files.forEach(file -> all.put(file.name(), file));
    for (TakenFile file : more) {
      all.remove(file.name());
      all.put(file.name(), file);
    }
    if (all.size() > MOST_FILES) {
      throw LakewardException.of(ErrorCode.CAPTURE_UNREADABLE)
          .fact("problem", "too many files")
          .fact("files", all.size())
          .fact("most", MOST_FILES)
          .advice("join small files, or read old ones from a directory of their own")
          .build();
    }
    return new CaptureOffset(new ArrayList<>(all.values()));
  }

  /** The files of this offset that the other does not have as they are here. */
  List<TakenFile> since(CaptureOffset start) {
    return start.notTaken(files);
  }

  @Override
  public String json() {
    return TakenFile.json(files);
  }
}
