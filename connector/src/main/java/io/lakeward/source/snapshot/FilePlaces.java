package io.lakeward.source.snapshot;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/** Paths of any file system that Hadoop knows: each that matches the glob is a place. */
final class FilePlaces implements Places {

  private final SnapshotDescription description;
  private final FileReading reading;
  private final Path pattern;
  private final Set<String> named;

  FilePlaces(SparkSession session, SnapshotDescription description) {
    this.description = description;
    this.reading = new FileReading(session, description);
    this.pattern = new Path(description.path());
    this.named = new HashSet<>(Arrays.asList(pattern.toUri().getPath().split("/")));
  }

  @Override
  public List<Place> now() {
    Configuration configuration = reading.configuration();
    List<Place> places = new ArrayList<>();
    try {
      FileSystem files = pattern.getFileSystem(configuration);
      FileStatus[] matches = files.globStatus(pattern);
      for (FileStatus match : matches == null ? new FileStatus[0] : matches) {
        if (!isHidden(match.getPath())) {
          places.add(new FilePlace(match.getPath(), isComplete(files, match), reading));
        }
      }
    } catch (IOException e) {
      throw SnapshotFailure.of(description.path(), e);
    }
    return places;
  }

  private boolean isComplete(FileSystem files, FileStatus match) throws IOException {
    Optional<String> marker = description.successMarker();
    return marker.isEmpty()
        || !match.isDirectory()
        || files.exists(new Path(match.getPath(), marker.get()));
  }

  /** As Spark passes files over that begin so, such as those of a write that is going on. */
  private boolean isHidden(Path match) {
    return Arrays.stream(match.toUri().getPath().split("/"))
        .anyMatch(name -> HiddenNames.isHidden(name) && !named.contains(name));
  }

  @Override
  public LakewardException notFound() {
    return LakewardException.of(ErrorCode.SNAPSHOT_NOT_FOUND)
        .fact("path", description.path())
        .advice("export a snapshot there, or correct `snapshot.path` in the mapping")
        .build();
  }
}
