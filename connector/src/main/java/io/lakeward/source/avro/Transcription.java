package io.lakeward.source.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.change.RejectReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Makes of an Avro schema what its values are as JSON: once for each schema, so a tree is good
 * enough here. Unions of null and one type are that type, optional; other unions are structs with a
 * field for each type, as Confluent's converter reads them.
 */
final class Transcription {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final AvroValue NULL =
      (in, out) -> {
        out.writeNull();
      };

  private final Scalars scalars;
  private final Deque<String> within = new ArrayDeque<>();

  private Transcription(Scalars scalars) {
    this.scalars = scalars;
  }

  /**
   * What a schema is in a form.
   *
   * @throws AvroRefused for a schema that no table can hold
   */
  static Described of(Schema schema, JsonForm form) throws AvroRefused {
    Scalars scalars =
        switch (form) {
          case CONNECT -> new ConnectScalars();
          case PLAIN -> new PlainScalars();
        };
    return new Transcription(scalars).described(schema);
  }

  private Described described(Schema schema) throws AvroRefused {
    Described described =
        switch (schema.getType()) {
          case RECORD -> record(schema);
          case ARRAY -> isMapOfEntries(schema) ? entries(schema) : array(schema);
          case MAP -> map(schema);
          case UNION -> union(schema);
          default -> scalars.of(schema);
        };
    keepConnect(schema, described.schema());
    return described;
  }

  private Described record(Schema schema) throws AvroRefused {
    if (within.contains(schema.getFullName())) {
      throw new AvroRefused(
          RejectReason.WRONG_ENVELOPE, "the record " + schema.getFullName() + " contains itself");
    }
    within.push(schema.getFullName());
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("type", "struct");
    json.put("name", schema.getFullName());
    ArrayNode fields = json.putArray("fields");
    List<SerializedString> names = new ArrayList<>();
    List<AvroValue> values = new ArrayList<>();
    for (Field field : schema.getFields()) {
      Described described = described(field.schema());
      ObjectNode fieldJson = described.schema().deepCopy();
      if (field.hasDefaultValue()) {
        JsonNode given = defaultOf(field, described.value());
        if (!given.isNull()) {
          fieldJson.set("default", given);
        }
      }
      fields.add(fieldJson.put("field", field.name()));
      names.add(new SerializedString(field.name()));
      values.add(described.value());
    }
    within.pop();
    return new Described(json, recordOf(names, values));
  }

  private static AvroValue recordOf(List<SerializedString> names, List<AvroValue> values) {
    SerializedString[] fieldNames = names.toArray(SerializedString[]::new);
    AvroValue[] fieldValues = values.toArray(AvroValue[]::new);
    return (in, out) -> {
      out.writeStartObject();
      for (int i = 0; i < fieldNames.length; i++) {
        out.writeFieldName(fieldNames[i]);
        fieldValues[i].write(in, out);
      }
      out.writeEndObject();
    };
  }

  private Described array(Schema schema) throws AvroRefused {
    Described items = described(schema.getElementType());
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("type", "array");
    json.set("items", items.schema());
    AvroValue blocks = blocksOf(items.value());
    return new Described(
        json,
        (in, out) -> {
          out.writeStartArray();
          blocks.write(in, out);
          out.writeEndArray();
        });
  }

  /** Items come in blocks, each with the number of its items in front; an empty one ends them. */
  private static AvroValue blocksOf(AvroValue item) {
    return (in, out) -> {
      for (int count = in.readItems(); count > 0; count = in.readItems()) {
        for (int i = 0; i < count; i++) {
          item.write(in, out);
        }
      }
    };
  }

  private Described map(Schema schema) throws AvroRefused {
    Described values = described(schema.getValueType());
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("type", "map");
    json.putObject("keys").put("type", "string");
    json.set("values", values.schema());
    AvroValue value = values.value();
    AvroValue blocks =
        blocksOf(
            (in, out) -> {
              int length = in.readLength();
              out.writeFieldName(new String(in.array(), in.skip(length), length, UTF_8));
              value.write(in, out);
            });
    return new Described(
        json,
        (in, out) -> {
          out.writeStartObject();
          blocks.write(in, out);
          out.writeEndObject();
        });
  }

  /** Connect's maps of other keys than text are lists of entries in Avro. */
  private static boolean isMapOfEntries(Schema schema) {
    Schema entry = schema.getElementType();
    return entry.getType() == Schema.Type.RECORD
        && entry.getFields().size() == 2
        && entry.getField("key") != null
        && entry.getField("value") != null
        && ("MapEntry".equals(entry.getProp("connect.internal.type"))
            || entry.getFullName().equals("io.confluent.connect.avro.ConnectDefault.MapEntry")
            || entry.getFullName().equals("io.confluent.connect.avro.MapEntry"));
  }

  private Described entries(Schema schema) throws AvroRefused {
    Schema entry = schema.getElementType();
    Described key = described(entry.getField("key").schema());
    Described value = described(entry.getField("value").schema());
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("type", "map");
    json.set("keys", key.schema());
    json.set("values", value.schema());
    AvroValue blocks =
        blocksOf(
            (in, out) -> {
              out.writeStartArray();
              key.value().write(in, out);
              value.value().write(in, out);
              out.writeEndArray();
            });
    return new Described(
        json,
        (in, out) -> {
          out.writeStartArray();
          blocks.write(in, out);
          out.writeEndArray();
        });
  }

  private Described union(Schema schema) throws AvroRefused {
    List<Schema> types = schema.getTypes();
    long values = types.stream().filter(type -> type.getType() != Schema.Type.NULL).count();
    Described[] branches = new Described[types.size()];
    for (int i = 0; i < branches.length; i++) {
      if (types.get(i).getType() != Schema.Type.NULL) {
        branches[i] = described(types.get(i));
      }
    }
    if (values == 1) {
      return optional(branches);
    }
    return struct(types, branches);
  }

  private static Described optional(Described[] branches) {
    AvroValue[] written = new AvroValue[branches.length];
    Described only = null;
    for (int i = 0; i < branches.length; i++) {
      written[i] = branches[i] == null ? NULL : branches[i].value();
      only = branches[i] == null ? only : branches[i];
    }
    Described described =
        new Described(
            only.schema(), (in, out) -> written[branch(in, written.length)].write(in, out));
    return branches.length == 1 ? described : described.optional();
  }

  private static Described struct(List<Schema> types, Described[] branches) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("type", "struct");
    ArrayNode fields = json.putArray("fields");
    SerializedString[] names = new SerializedString[branches.length];
    for (int i = 0; i < branches.length; i++) {
      if (branches[i] == null) {
        json.put("optional", true);
      } else {
        String name = types.get(i).getName();
        names[i] = new SerializedString(name);
        fields.add(branches[i].schema().deepCopy().put("optional", true).put("field", name));
      }
    }
    return new Described(
        json,
        (in, out) -> {
          int branch = branch(in, branches.length);
          if (branches[branch] == null) {
            out.writeNull();
            return;
          }
          out.writeStartObject();
          out.writeFieldName(names[branch]);
          branches[branch].value().write(in, out);
          out.writeEndObject();
        });
  }

  private static int branch(AvroBytes in, int branches) throws AvroRefused {
    int branch = in.readInt();
    if (branch < 0 || branch >= branches) {
      throw AvroRefused.malformed("a union of " + branches + " types has the type " + branch);
    }
    return branch;
  }

  /** The meaning that Connect gave the value, which its Avro converter keeps in the schema. */
  private static void keepConnect(Schema schema, ObjectNode json) {
    String name = schema.getProp("connect.name");
    if (name != null) {
      json.put("name", name);
    }
    if (schema.getObjectProp("connect.parameters") instanceof Map<?, ?> parameters) {
      ObjectNode kept =
          json.get("parameters") instanceof ObjectNode known ? known : json.putObject("parameters");
      parameters.forEach((key, value) -> kept.put(key.toString(), String.valueOf(value)));
    }
  }

  /** A default is written as a value is. */
  private static JsonNode defaultOf(Field field, AvroValue value) throws AvroRefused {
    ByteArrayOutputStream avro = new ByteArrayOutputStream();
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(avro, null);
    try (JsonGenerator out = new JsonFactory().createGenerator(json)) {
      Object given = GenericData.get().getDefaultValue(field);
      new GenericDatumWriter<>(field.schema()).write(given, encoder);
      encoder.flush();
      value.write(new AvroBytes().over(avro.toByteArray(), 0), out);
      out.flush();
      return MAPPER.readTree(json.toByteArray());
    } catch (IOException | AvroRuntimeException e) {
      throw AvroRefused.malformed("the default of " + field.name() + " is no value of its type");
    }
  }
}
