package io.lakeward.it.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.apicurio.registry.utils.converter.avro.AvroData;
import io.lakeward.source.avro.Frames;
import java.util.Map;
import org.apache.avro.Schema;
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
    return Frames.frame(
        registry.idOf(schema), schema, avro.fromConnectData(connect.schema(), connect.value()));
  }
}
