package io.lakeward.source.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Values as a producer with a registry writes them; the registry is a directory. */
public final class Frames {

  private final Path directory;
  private int ids;

  Frames(Path directory) {
    this.directory = directory;
  }

  SchemaSource schemas() {
    return new SchemaSource.Directory(directory.toString());
  }

  /** Registers a schema, and says its id. */
  int register(Schema schema) {
    try {
      Files.writeString(directory.resolve(++ids + ".avsc"), schema.toString());
      return ids;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A value of a schema that is registered with it. */
  byte[] frame(Schema schema, Object value) {
    return frame(register(schema), schema, value);
  }

  /** A value of a registered schema. */
  public static byte[] frame(int id, Schema schema, Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(0);
    bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(id).array());
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    try {
      new GenericDatumWriter<>(schema).write(value, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
