package io.lakeward.samples.capture;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.apicurio.registry.utils.converter.avro.AvroData;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.connect.data.Schema;

/**
 * Avro in the wire format of registries: a zero byte, the schema's id, the value. The schemas are
 * files {@code <id>.avsc}, numbered in the order in which they are first seen.
 */
public final class AvroEncoding implements RecordEncoding {

  private static final int CACHED_SCHEMAS = 100;

  private final Path directory;
  private final AvroData avro = new AvroData(CACHED_SCHEMAS);
  private final List<org.apache.avro.Schema> schemas = new ArrayList<>();

  /** Keeps the schemas in this directory. */
  public AvroEncoding(Path directory) {
    this.directory = directory;
  }

  @Override
  public void put(ObjectNode line, String field, String topic, Schema schema, Object value) {
    line.put(field + "_base64", value == null ? null : framed(schema, value));
  }

  private String framed(Schema connect, Object value) {
    org.apache.avro.Schema schema = avro.fromConnectSchema(connect);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(0);
      out.writeInt(idOf(schema));
      BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
      new GenericDatumWriter<>(schema).write(avro.fromConnectData(connect, value), encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private int idOf(org.apache.avro.Schema schema) throws IOException {
    if (!schemas.contains(schema)) {
      schemas.add(schema);
      Files.createDirectories(directory);
      Files.writeString(directory.resolve(schemas.size() + ".avsc"), schema.toString(true) + "\n");
    }
    return schemas.indexOf(schema) + 1;
  }
}
