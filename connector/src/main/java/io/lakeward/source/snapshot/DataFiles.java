package io.lakeward.source.snapshot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** The files of a path that hold rows. Immutable. */
final class DataFiles {

  private final Path path;
  private final List<LocatedFileStatus> files;

  private DataFiles(Path path, List<LocatedFileStatus> files) {
    this.path = path;
    this.files = files;
  }

  /** Those that are there now; the marker, where there is one, is none of them. */
  static DataFiles of(Path path, Optional<String> marker, Configuration configuration)
      throws IOException {
    FileSystem system = path.getFileSystem(configuration);
    List<LocatedFileStatus> found = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> all = system.listFiles(path, true);
    while (all.hasNext()) {
      LocatedFileStatus file = all.next();
      if (!isHidden(path, file.getPath()) && !isMarker(file.getPath(), marker)) {
        found.add(file);
      }
    }
    return new DataFiles(path, found);
  }

  private static boolean isMarker(Path file, Optional<String> marker) {
    return marker.isPresent() && file.getName().equals(marker.get());
  }

  private static boolean isHidden(Path path, Path file) {
    String below = file.toUri().getPath().substring(path.toUri().getPath().length());
    return Arrays.stream(below.split("/")).anyMatch(HiddenNames::isHidden);
  }

  /** Whether directories give them a column of this name. */
  boolean arePartitionedBy(String column) {
    String segment = "/" + column + "=";
    int above = path.toUri().getPath().length();
    return files.stream()
        .anyMatch(file -> file.getPath().toUri().getPath().indexOf(segment, above) >= 0);
  }

  /** The paths of so many of them at most. */
  List<Path> first(int most) {
    return files.stream().limit(most).map(LocatedFileStatus::getPath).toList();
  }

  /** Their paths. */
  List<Path> all() {
    return first(files.size());
  }

  /** Fails where there is none, which is not the same as a snapshot without rows. */
  void requireSome() {
    if (files.isEmpty()) {
      throw SnapshotFailure.of(
          path.toString(),
          "there are no files in it",
          "remove the directory, or export into it; a snapshot without rows is a file without rows");
    }
  }

  /**
   * Fails where some are not read, whose rows would be deleted.
   *
   * @param read how many are
   */
  void requireAll(int read) {
    if (read != files.size()) {
      throw SnapshotFailure.of(
          path.toString(),
          "of its %d files %d are read: directories in it must be partitions, as name=value"
              .formatted(files.size(), read),
          "lay the files side by side, or set the option recursiveFileLookup");
    }
  }

  /** Fails where a file has not even a header. */
  void requireHeaders() {
    files.stream()
        .filter(file -> file.getLen() == 0)
        .findFirst()
        .ifPresent(
            file -> {
              throw SnapshotFailure.of(
                  file.getPath().toString(),
                  "the file is empty, without a header",
                  "export the snapshot anew; one without rows has its header all the same");
            });
  }

  /** Which files there are, of which length, and when they were written. */
  String state() {
    return String.join(
        "\n",
        files.stream()
            .map(f -> "%s %d %d".formatted(f.getPath(), f.getLen(), f.getModificationTime()))
            .sorted()
            .toList());
  }
}
