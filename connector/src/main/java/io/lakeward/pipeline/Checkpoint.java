package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Mapping;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The checkpoint directory of a flow: Spark's log of the batches' offsets, which a batch is not
 * told otherwise, and a note of the table that the checkpoint belongs to.
 */
final class Checkpoint {

  private static final Pattern BATCH = Pattern.compile("\\d+");
  private static final String TABLE_NOTE = "lakeward-table";
  private static final String TRUNCATE_NOTE = "lakeward-truncate";

  private static final String READ_NOTE = "lakeward-read";
  private static final String COMPLETE_NOTE = "lakeward-complete";

  private final Path root;
  private final Configuration configuration;

  Checkpoint(String root, Configuration configuration) {
    this.root = new Path(root);
    this.configuration = configuration;
  }

  /** The directory in which the checkpoints of a target's flows are. */
  static String directoryOf(Mapping mapping, String target) {
    return String.join("/", mapping.run().checkpoint(), mapping.pipeline(), target);
  }

  /** The directory, for Spark. */
  String location() {
    return root.toString();
  }

  /** Where a batch ends, as its source wrote it. */
  String end(long batchId) {
    List<String> lines = read(new Path(root, "offsets/" + batchId));
    return lines.get(lines.size() - 1);
  }

  /** Where a batch starts; empty for the first of a checkpoint. */
  Optional<String> start(long batchId) {
    return batchId == 0 ? Optional.empty() : Optional.of(end(batchId - 1));
  }

  /** Where the last batch ends that was done; empty before the first. */
  Optional<String> reached() {
    return batches("commits").stream().max(Comparator.naturalOrder()).map(this::end);
  }

  private List<Long> batches(String log) {
    Path directory = new Path(root, log);
    try {
      if (!fileSystem().exists(directory)) {
        return List.of();
      }
      return Arrays.stream(fileSystem().listStatus(directory))
          .map(file -> file.getPath().getName())
          .filter(name -> BATCH.matcher(name).matches())
          .map(Long::valueOf)
          .toList();
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
  }

  /** The table that batches of this checkpoint were committed to; empty before the first. */
  Optional<String> table() {
    return note(TABLE_NOTE);
  }

  /** Notes the table. */
  void noteTable(String uuid) {
    write(TABLE_NOTE, uuid);
  }

  /** The latest truncate that came before the table existed, encoded; empty for none. */
  byte[] truncate() {
    return note(TRUNCATE_NOTE).map(HexFormat.of()::parseHex).orElse(new byte[0]);
  }

  /** Notes a truncate that came before the table existed. */
  void noteTruncate(byte[] position) {
    if (Arrays.compareUnsigned(position, truncate()) > 0) {
      write(TRUNCATE_NOTE, HexFormat.of().formatHex(position));
    }
  }

  /**
   * Deletes the directory with all that is in it; then the flow starts anew. It is renamed before,
   * so that a kill leaves no half of it in its place.
   */
  void delete() {
    Path gone = new Path(root.getParent(), ".gone-" + root.getName());
    try {
      FileSystem files = fileSystem();
      files.delete(gone, true);
      if (files.exists(root)) {
        if (!files.rename(root, gone)) {
          throw new IOException("it cannot be renamed");
        }
        files.delete(gone, true);
      }
    } catch (IOException e) {
      throw unreadable(root, e);
    }
  }

  /**
   * Whether no batch was begun. What a kill leaves behind before the first is nothing that Spark
   * would start from.
   */
  boolean isUnbegun() {
    return batches("offsets").isEmpty();
  }

  /** Whether a flow that reads its source once has met a record of it. */
  boolean hasRead() {
    return note(READ_NOTE).isPresent();
  }

  /** Notes that. */
  void noteRead() {
    if (!hasRead()) {
      write(READ_NOTE, "read");
    }
  }

  /** Whether a flow that reads its source once has done so, and found nothing for a table. */
  boolean isComplete() {
    return note(COMPLETE_NOTE).isPresent();
  }

  /** Notes that. */
  void noteComplete() {
    write(COMPLETE_NOTE, "complete");
  }

  private Optional<String> note(String name) {
    Path note = new Path(root, name);
    try {
      return fileSystem().exists(note) ? Optional.of(read(note).get(0)) : Optional.empty();
    } catch (IOException e) {
      throw unreadable(note, e);
    }
  }

  private void write(String name, String text) {
    Path note = new Path(root, name);
    Path draft = new Path(root, name + ".draft");
    try {
      FileSystem files = fileSystem();
      try (OutputStream out = files.create(draft, true)) {
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
      }
      // Renamed into place, so that a kill leaves the whole note or none.
      files.delete(note, false);
      files.rename(draft, note);
    } catch (IOException e) {
      throw unreadable(note, e);
    }
  }

  private FileSystem fileSystem() throws IOException {
    return root.getFileSystem(configuration);
  }

  private List<String> read(Path path) {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(fileSystem().open(path), StandardCharsets.UTF_8))) {
      List<String> lines = in.lines().toList();
      if (lines.isEmpty()) {
        throw new FileNotFoundException("empty: " + path);
      }
      return lines;
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  private static LakewardException unreadable(Path path, IOException cause) {
    return LakewardException.of(ErrorCode.OFFSETS_UNREADABLE)
        .fact("path", path)
        .fact("reason", cause.getMessage())
        .advice(
            "delete the flow's checkpoint directory: the run then starts from the offsets in the"
                + " table")
        .cause(cause)
        .build();
  }
}
