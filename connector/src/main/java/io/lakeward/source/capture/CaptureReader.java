package io.lakeward.source.capture;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;

/** Reads the lines of one capture file. */
final class CaptureReader implements PartitionReader<InternalRow> {

  private final String file;
  private final CaptureOptions options;
  private final BufferedReader lines;
  private int lineNumber;
  private InternalRow row = InternalRow.empty();

  CaptureReader(String file, CaptureOptions options) {
    this.file = file;
    this.options = options;
    try {
      this.lines = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw LakewardException.of(ErrorCode.CAPTURE_UNREADABLE)
          .fact("file", file)
          .fact("problem", "a batch has begun with this file, and it is gone")
          .advice(
              "put the file back, also mended under the same name; or else delete the flow's"
                  + " checkpoint directory")
          .cause(e)
          .build();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  @Override
  public boolean next() {
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        lineNumber++;
        if (!line.isBlank() && take(CaptureLine.parse(line))) {
          return true;
        }
      }
      return false;
    } catch (IOException | IllegalArgumentException | ArithmeticException e) {
      throw unreadable(e);
    }
  }

  private boolean take(CaptureLine line) {
    if (!options.reads(line.topic())) {
      return false;
    }
    row = line.row();
    return true;
  }

  @Override
  public InternalRow get() {
    return row;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  private LakewardException unreadable(Exception cause) {
    return LakewardException.of(ErrorCode.CAPTURE_UNREADABLE)
        .fact("file", file)
        .fact("line", lineNumber)
        .fact("problem", String.valueOf(cause.getMessage()).lines().findFirst().orElse(""))
        .advice("each line must be a JSON object as `kcat -C -J` prints it")
        .cause(cause)
        .build();
  }
}
