package io.lakeward.source.capture;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.List;
import org.apache.spark.sql.connector.read.streaming.Offset;

/** The files of a capture that were taken. */
final class CaptureOffset extends Offset {

  static final CaptureOffset BEGINNING = new CaptureOffset(new TakenFiles("", List.of()));

  /** Each offset in the checkpoint names all files before it, so their number is limited. */
  static final int MOST_FILES = 10_000;

  private final TakenFiles taken;

  private CaptureOffset(TakenFiles taken) {
    this.taken = taken;
  }

  static CaptureOffset parse(String json) {
    try {
      return new CaptureOffset(TakenFiles.parse(json));
    } catch (IllegalArgumentException e) {
      throw LakewardException.of(ErrorCode.OFFSETS_UNREADABLE)
          .fact("offsets", json)
          .advice("give the offsets as an earlier run wrote them")
          .cause(e)
          .build();
    }
  }

  /** Those of these files that were not taken as they are, for these topics. */
  List<TakenFile> notTaken(String topics, List<TakenFile> present) {
    return taken.notTaken(topics, present);
  }

  /** This offset and the files after it. */
  CaptureOffset plus(String topics, List<TakenFile> more) {
    TakenFiles all = taken.plus(new TakenFiles(topics, more));
    if (all.files().size() > MOST_FILES) {
      throw LakewardException.of(ErrorCode.CAPTURE_UNREADABLE)
          .fact("problem", "too many files")
          .fact("files", all.files().size())
          .fact("most", MOST_FILES)
          .advice("join small files, or read old ones from a directory of their own")
          .build();
    }
    return new CaptureOffset(all);
  }

  /** The files of this offset that the other does not have as they are here. */
  List<TakenFile> since(CaptureOffset start) {
    return start.notTaken(taken.topics(), taken.files());
  }

  @Override
  public String json() {
    return taken.json();
  }
}
