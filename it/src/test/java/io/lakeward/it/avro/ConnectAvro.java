package io.lakeward.it.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.apicurio.registry.utils.converter.avro.AvroData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;

/** Writes what Connect's JSON converter wrote as its Avro converter does, to a registry. */
final class ConnectAvro {

  private static final int SCHEMAS = 100;

  private final Registry registry;
  private final AvroData avro = new AvroData(SCHEMAS);
  private final JsonConverter json = new JsonConverter();

  ConnectAvro(Registry registry) {
    this.registry = registry;
    json.configure(Map.of("schemas.enable", "true"), false);
  }

  /** The frame of a value that has its schema embedded; null for a tombstone. */
  byte[] frame(String value) {
    if (value == null) {
      return null;
    }
    SchemaAndValue connect = json.toConnectData("topic", value.getBytes(UTF_8));
    Schema schema = avro.fromConnectSchema(connect.schema());
    return frame(
        registry.idOf(schema), schema, avro.fromConnectData(connect.schema(), connect.value()));
  }

  /** A frame: a zero byte, the id of the schema, the value. */
  static byte[] frame(int id, Schema schema, Object value) {
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
