package io.lakeward.pipeline;

import io.lakeward.pipeline.StorageFaults.Call;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/** The files of a lake, of which some calls fail. */
public final class FaultyFileIO extends HadoopFileIO {

  @Override
  public InputFile newInputFile(String path) {
    return new FaultyInput(super.newInputFile(path));
  }

  @Override
  public InputFile newInputFile(String path, long length) {
    return new FaultyInput(super.newInputFile(path, length));
  }

  @Override
  public OutputFile newOutputFile(String path) {
    return new FaultyOutput(super.newOutputFile(path));
  }

  @Override
  public void deleteFile(String path) {
    check(Call.DELETE);
    super.deleteFile(path);
  }

  @Override
  public void deleteFiles(Iterable<String> paths) {
    paths.forEach(this::deleteFile);
  }

  private static void check(Call call) {
    try {
      checkInStream(call);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void checkInStream(Call call) throws IOException {
    if (StorageFaults.fails(call)) {
      throw new IOException("storage fails at " + call);
    }
  }

  private record FaultyInput(InputFile file) implements InputFile {
    @Override
    public long getLength() {
      return file.getLength();
    }

    @Override
    public SeekableInputStream newStream() {
      return new FaultyInputStream(file.newStream());
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public boolean exists() {
      return file.exists();
    }
  }

  private record FaultyOutput(OutputFile file) implements OutputFile {
    @Override
    public PositionOutputStream create() {
      check(Call.CREATE);
      return new FaultyOutputStream(file.create());
    }

    @Override
    public PositionOutputStream createOrOverwrite() {
      check(Call.CREATE);
      return new FaultyOutputStream(file.createOrOverwrite());
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public InputFile toInputFile() {
      return new FaultyInput(file.toInputFile());
    }
  }

  private static final class FaultyInputStream extends SeekableInputStream {
    private final SeekableInputStream in;
    private boolean begun;

    FaultyInputStream(SeekableInputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      begin();
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      begin();
      return in.read(bytes, offset, length);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }

    private void begin() throws IOException {
      if (!begun) {
        begun = true;
        checkInStream(Call.READ);
      }
    }
  }

  private static final class FaultyOutputStream extends PositionOutputStream {
    private final PositionOutputStream out;
    private boolean begun;
    private boolean closed;

    FaultyOutputStream(PositionOutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
      begin();
      out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (!begun) {
        out.write(bytes, offset, length / 2); // what fails leaves a torn file behind
        begin();
        out.write(bytes, offset + length / 2, length - length / 2);
        return;
      }
      out.write(bytes, offset, length);
    }

    @Override
    public long getPos() throws IOException {
      return out.getPos();
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
      if (!closed) {
        closed = true;
        checkInStream(Call.CLOSE);
      }
    }

    private void begin() throws IOException {
      begun = true;
      checkInStream(Call.WRITE);
    }
  }
}
