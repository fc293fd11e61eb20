package io.lakeward.pipeline;

import io.lakeward.source.capture.TakenFile;
import io.lakeward.source.capture.TakenFiles;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The files of a capture that were taken, each as it was last. */
final class CaptureProgress implements Progress {

  @Override
  public Coverage coverage(String applied, Optional<String> start, String end) {
    TakenFiles table = TakenFiles.parse(applied);
    TakenFiles reached = TakenFiles.parse(end);
    // A file may have been replaced by an older one, which looks as if it had been taken.
    boolean follows = start.filter(from -> table.areThoseOf(TakenFiles.parse(from))).isPresent();
    if (table.areThoseOf(reached) || (!follows && table.cover(reached))) {
      return Coverage.APPLIED;
    }
    return follows || start.isEmpty() || table.cover(TakenFiles.parse(start.get()))
        ? Coverage.CONTINUES
        : Coverage.AHEAD;
  }

  @Override
  public String later(String applied, String end) {
    return TakenFiles.parse(applied).plus(TakenFiles.parse(end)).json();
  }

  @Override
  public OptionalLong mostRecords(Optional<String> start, String end) {
    return OptionalLong.empty();
  }

  /** The names of the files. */
  static List<String> files(String json) {
    return TakenFiles.parse(json).files().stream().map(TakenFile::name).toList();
  }
}
