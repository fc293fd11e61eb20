package io.lakeward.source.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.lakeward.change.RejectReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.HashMap;
import java.util.Map;

/** Framed values of Avro as JSON; what a schema is as JSON is found out once. Not thread safe. */
final class AvroJson {

  private static final int ID_START = 1;
  private static final int VALUE_START = 5;
  private static final byte[] NO_BYTES = new byte[0];

  /**
   * A schema that was met.
   *
   * @param before what comes before the value
   * @param after what comes after it
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
  private record Known(byte[] before, AvroValue value, byte[] after) {}

  private final SchemaSource schemas;
  private final JsonForm form;
  private final Map<Integer, Known> known = new HashMap<>();
  private final Map<Integer, AvroRefused> refused = new HashMap<>();
  private final JsonFactory factory = new JsonFactory();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final AvroBytes in = new AvroBytes();
  private int lastId;
  private Known last;

  AvroJson(SchemaSource schemas, JsonForm form) {
    this.schemas = schemas;
    this.form = form;
  }

  /** How values are written. */
  JsonForm form() {
    return form;
  }

  /** Whether bytes begin as the wire format has it. */
  static boolean isFramed(byte[] bytes) {
    return bytes.length >= VALUE_START && bytes[0] == 0;
  }

  /**
   * The JSON of a framed value.
   *
   * @throws AvroRefused where it is none, or not of its schema
   * @throws io.lakeward.error.LakewardException where its schema cannot be looked up now
   */
  byte[] of(byte[] framed) throws AvroRefused {
    if (!isFramed(framed)) {
      throw AvroRefused.malformed(
          framed.length > 0 && framed[0] == '{'
              ? "it is JSON, and not Avro with the id of its schema in front"
              : "it does not begin with a zero byte and the id of its schema");
    }
    int id = readId(framed);
    Known schema = last != null && id == lastId ? last : lookUp(id);
    out.reset();
    out.writeBytes(schema.before());
    try (JsonGenerator json = factory.createGenerator(out)) {
      schema.value().write(in.over(framed, VALUE_START), json);
    } catch (IOException e) {
      throw AvroRefused.malformed("a text is no UTF-8: " + e.getMessage());
    } catch (DateTimeException e) {
      throw new AvroRefused(RejectReason.VALUE_OUT_OF_TYPE, e.getMessage());
    }
    if (in.remaining() > 0) {
      throw AvroRefused.malformed(
          in.remaining() + " bytes are left behind the value: it is not of the schema " + id);
    }
    out.writeBytes(schema.after());
    return out.toByteArray();
  }

  private static int readId(byte[] framed) {
    int id = 0;
    for (int i = ID_START; i < VALUE_START; i++) {
      id = id << 8 | framed[i] & 0xFF;
    }
    return id;
  }

  /** An id that is refused is refused for the whole task, and asked for once. */
  private Known lookUp(int id) throws AvroRefused {
    AvroRefused before = refused.get(id);
    if (before != null) {
      throw before;
    }
    Known found = known.get(id);
    if (found == null) {
      try {
        found = describe(id);
      } catch (AvroRefused e) {
        refused.put(id, e);
        throw e;
      }
      known.put(id, found);
    }
    last = found;
    lastId = id;
    return found;
  }

  private Known describe(int id) throws AvroRefused {
    Described described = Transcription.of(RegisteredSchemas.of(schemas).schema(id), form);
    return switch (form) {
      case PLAIN -> new Known(NO_BYTES, described.value(), NO_BYTES);
      case CONNECT ->
          new Known(
              ("{\"schema\":" + described.schema() + ",\"payload\":").getBytes(UTF_8),
              described.value(),
              "}".getBytes(UTF_8));
    };
  }
}
