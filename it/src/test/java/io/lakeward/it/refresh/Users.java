package io.lakeward.it.refresh;

import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.lake.LakeTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** A table of users that is replicated from captures. */
final class Users {

  static final String TABLE = "users";
  static final String SIDE = "users__lakeward_refresh";

  private final Path directory;
  private int batches;

  Users(Path directory) {
    this.directory = directory;
  }

  /** Adds a change as a batch of its own. */
  void change(int id, String name, String city, int seq) {
    new CaptureFiles(directory)
        .add(batches, TABLE, batches, Map.of("id", id, "name", name, "city", city, "seq", seq));
    batches++;
  }

  /** The mapping with further keys of the table. */
  Path mapping(String... keys) {
    return written(PipelineFile.ofCapture(directory), keys);
  }

  /** The rows that the mapping gives in a lake that is new. */
  Path mappingOfAnother(Path lake, String... keys) {
    return written(PipelineFile.ofCapture(directory).named("other").warehouse(lake), keys);
  }

  private static Path written(PipelineFile file, String... keys) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "topic: " + TABLE, "schema: \"id BIGINT, name STRING, city STRING, seq BIGINT\""));
    all.addAll(List.of(keys));
    return file.table(TABLE, all.toArray(String[]::new)).write();
  }

  /** The rows. */
  List<Map<String, Object>> rows() {
    return look(lake -> lake.table(TABLE).rows());
  }

  /** The rows of the table in another lake. */
  static List<Map<String, Object>> rows(Path lake) {
    try (Lake other = Lake.open(lake, PipelineFile.NAMESPACE)) {
      return other.table(TABLE).rows();
    }
  }

  /** The table. */
  LakeTable table() {
    return look(lake -> lake.table(TABLE));
  }

  /** Asks the lake something. */
  <T> T look(Function<Lake, T> question) {
    try (Lake lake = Lake.open(warehouse(), PipelineFile.NAMESPACE)) {
      return question.apply(lake);
    }
  }

  /** Where the lake is. */
  Path warehouse() {
    return directory.resolve("lake");
  }

  /** The files below a place; none where it is not there. */
  static List<Path> filesBelow(String place) {
    Path root = Path.of(place.replaceFirst("^file:", ""));
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
