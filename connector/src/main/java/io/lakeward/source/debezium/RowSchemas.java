package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.row.RowTarget;
import io.lakeward.row.ValueRefused;
import io.lakeward.source.Selection;
import io.lakeward.source.json.DeclaredTypes;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.JsonType;
import io.lakeward.source.json.StructJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.types.StructType;

/** Makes row schemas of embedded and declared ones. */
final class RowSchemas {

  private final Selection selection;
  private final Infinities infinities;
  private final ConnectTypes connectTypes;
  private final DeclaredTypes declaredTypes;

  /** Of rows whose declared columns hold what the options say. */
  RowSchemas(EnvelopeOptions options) {
    this(options, infinities -> new DebeziumDialect(options, infinities));
  }

  /** Of rows whose declared columns are written in this way. */
  RowSchemas(EnvelopeOptions options, DeclaredTypes.Dialect dialect) {
    this(options, infinities -> dialect);
  }

  private RowSchemas(EnvelopeOptions options, Function<Infinities, DeclaredTypes.Dialect> dialect) {
    this.selection = options.selection();
    this.infinities = new Infinities(options.infinity());
    this.connectTypes = new ConnectTypes(infinities, options.forms());
    this.declaredTypes = new DeclaredTypes(dialect.apply(infinities));
  }

  /** How many infinite values of such rows became something else so far. */
  long infiniteValues() {
    return infinities.replaced();
  }

  RowSchema ofConnect(ConnectSchema row) {
    return new RowSchema(row.fields().stream().map(this::column).toList(), Optional.empty());
  }

  RowSchema ofDeclared(StructType row) {
    return new RowSchema(
        Arrays.stream(row.fields())
            .map(
                field ->
                    new RowColumn(
                        field.name(),
                        selection.targetOf(field.name()),
                        declaredTypes.of(field.dataType()),
                        false,
                        Optional.empty()))
            .toList(),
        Optional.empty());
  }

  /** The fields of the source block beside rows of this schema, for expressions. */
  StructJson sourceOf(RowSchema rows) {
    return SourceFields.of(rows.sourceBlock(), connectTypes);
  }

  private RowColumn column(ConnectSchema.Field field) {
    JsonType type = connectTypes.of(field.schema());
    return new RowColumn(
        field.name(),
        selection.targetOf(field.name()),
        type,
        !field.schema().node().path("optional").asBoolean(),
        defaultValue(field.schema().defaultValue(), type));
  }

  /** A default is written as a value is, so it is read as one; what cannot be read is none. */
  private static Optional<Object> defaultValue(JsonNode json, JsonType type) {
    if (json.isMissingNode()) {
      return Optional.empty();
    }
    byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
    RowTarget target = new RowTarget(new StructType().add("value", type.type()));
    target.begin();
    try (JsonCursor cursor = new JsonCursor().open(bytes, 0, bytes.length)) {
      JsonToken token = cursor.next();
      if (token == JsonToken.VALUE_NULL) {
        return Optional.empty();
      }
      type.readerInto(type.type()).read(cursor, target.columns()[0], 0);
    } catch (IOException | ValueRefused e) {
      return Optional.empty();
    }
    return Optional.ofNullable(target.row().copy().get(0, type.type()));
  }
}
