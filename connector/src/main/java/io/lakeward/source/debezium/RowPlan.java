package io.lakeward.source.debezium;

import io.lakeward.change.RejectReason;
import io.lakeward.row.ValueRefused;
import io.lakeward.source.ColumnFit;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.json.FieldsReader;
import io.lakeward.source.json.FieldsReader.Field;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.Unavailable;
import io.lakeward.source.json.UnknownFieldException;
import io.lakeward.source.json.UnknownFields;
import io.lakeward.source.json.ValueReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.spark.sql.types.DataType;

/** How rows of one schema become rows of one layout. Made once for each pair; not thread safe. */
final class RowPlan {

  private final RowSchema schema;
  private final Layout layout;
  private final Selection selection;
  private final PartialUpdates updates;
  private final Unavailable unavailable;
  private final FieldsReader rows;
  private final FieldsReader keys;
  private final Map<RowColumn, ColumnFit> fits = new LinkedHashMap<>();
  private final boolean rowsFit;
  private final boolean keysFit;
  private final Optional<ColumnFit.Refused> schemaRefusal;
  private final boolean[] required;
  private final boolean[] gone;
  private final long[] foreign;
  private final int[] keyOrdinals;
  private final Optional<Decoded.Rejected> unusable;
  private final List<RecordShape.Column> shape;
  private final EnvelopeOptions options;
  private Optional<UpdateList> updateList = Optional.empty();
  private Optional<Ruling> ruling = Optional.empty();
  private Optional<RecordRefused> refusal = Optional.empty();
  private Optional<SourcePosition> refused = Optional.empty();

  RowPlan(RowSchema schema, Layout layout, EnvelopeOptions options, Unavailable unavailable) {
    this.schema = schema;
    this.options = options;
    this.layout = layout;
    this.selection = options.selection();
    this.updates = options.updates();
    this.unavailable = unavailable;
    this.keyOrdinals = layout.keyOrdinals();
    schema.columns().forEach(column -> fits.put(column, fitOf(column)));
    this.rows = reader(ordinal -> true, unavailable);
    this.keys = reader(ordinal -> layout.columns().get(ordinal).isKey(), Unavailable.NEVER);
    this.rowsFit = !fits.containsValue(ColumnFit.ALTERING);
    this.schemaRefusal =
        fits.values().stream()
            .filter(ColumnFit.Refused.class::isInstance)
            .map(ColumnFit.Refused.class::cast)
            .findFirst();
    this.keysFit = holdsKeys();
    this.required = required();
    this.gone = gone();
    this.foreign = foreignBits();
    this.unusable =
        schema
            .ambiguity(options.expressions().added())
            .map(text -> new Decoded.Rejected(RejectReason.COLUMNS_AMBIGUOUS, text))
            .or(
                () ->
                    schema
                        .unusable()
                        .map(text -> new Decoded.Rejected(RejectReason.COLUMN_UNUSABLE, text)));
    this.shape = schema.shape();
  }

  /** Reads all columns. */
  FieldsReader rows() {
    return rows;
  }

  /** Reads the key columns only. */
  FieldsReader keys() {
    return keys;
  }

  /** Whether rows of this schema need no other layout. */
  boolean rowsFit() {
    return rowsFit;
  }

  /** Whether rows of this schema can be read into the layout. */
  boolean readsRows() {
    return rowsFit && schemaRefusal.isEmpty() && unusable.isEmpty();
  }

  /** Whether keys of this schema need no other layout. */
  boolean keysFit() {
    return keysFit;
  }

  /** Why no row of this schema can be applied, if so. */
  Optional<ColumnFit.Refused> schemaRefusal() {
    return schemaRefusal;
  }

  /** Whether a row without this column is broken. */
  boolean isRequired(int ordinal) {
    return required[ordinal];
  }

  /** Whether this flow has nothing to do with a column of the layout. */
  boolean isForeign(int ordinal) {
    return ordinal < foreign.length * Long.SIZE && (foreign[ordinal >> 6] & 1L << ordinal) != 0;
  }

  /** Whether the source does not have this column of the layout, or no longer. */
  boolean isGone(int ordinal) {
    return gone[ordinal];
  }

  /**
   * A bit for each column that this flow does not author: the mapping keeps it from the flow, or
   * its records do not have it and other flows write the table too.
   */
  long[] foreign() {
    return foreign;
  }

  /**
   * Reads the list by which each row says what it authors, where the mapping names one.
   *
   * @throws io.lakeward.source.ListRefused where rows of this schema have none
   */
  Optional<UpdateList> updateList() {
    if (updateList.isEmpty() && updates instanceof PartialUpdates.Listed rule) {
      updateList =
          Optional.of(
              UpdateList.in(
                  rule.column(), schema, options.expressions().added(), layout, unavailable));
    }
    return updateList;
  }

  /**
   * The mapping's expressions over rows of this schema; the same for the same order.
   *
   * @param order that of the connector; empty where none is known
   * @throws RecordRefused where they cannot be resolved over such rows
   */
  Ruling ruling(Optional<SourcePosition> order) {
    if (ruling.isPresent() && ruling.get().isOf(order)) {
      return ruling.get();
    } else if (refusal.isPresent() && refused.equals(order)) {
      throw refusal.get();
    }
    try {
      ChangeRow.Schema rows =
          ChangeRow.Schema.of(schema, new RowSchemas(options).sourceOf(schema), order, unavailable);
      ruling = Optional.of(new Ruling(options, layout, rows, order));
    } catch (RecordRefused e) {
      refusal = Optional.of(e);
      refused = order;
      throw e;
    }
    return ruling.get();
  }

  /** Whether an object had all key columns. */
  boolean sawAllKeys(FieldsReader reader) {
    for (int key : keyOrdinals) {
      if (!reader.saw(key)) {
        return false;
      }
    }
    return true;
  }

  /** Why no table can have these columns, if so. */
  Optional<Decoded.Rejected> unusable() {
    return unusable;
  }

  /** The columns that the mapping keeps out of the table, by their names in the record. */
  List<String> leftOut() {
    return schema.leftOut();
  }

  /** The columns that a table is asked to have. */
  List<RecordShape.Column> shape() {
    return shape;
  }

  private FieldsReader reader(Predicate<Integer> wanted, Unavailable unavailable) {
    List<Field> fields = new ArrayList<>();
    for (RowColumn column : schema.columns()) {
      int ordinal = ordinalOf(column);
      fields.add(
          ordinal < 0 || !wanted.test(ordinal)
              ? Field.leftOut(column.source())
              : new Field(
                  column.source(),
                  ordinal,
                  readerOf(column, layout.columns().get(ordinal).type())));
    }
    UnknownFields unknown = this::meetUnknown;
    return new FieldsReader(fields, layout.columns().size(), unavailable, unknown);
  }

  /** A value that cannot be cast is refused together with why it has to be. */
  private ValueReader readerOf(RowColumn column, DataType held) {
    ValueReader reader = column.type().readerInto(held);
    if (!(fits.get(column) instanceof ColumnFit.ByValue cast)) {
      return reader;
    }
    return (json, out, ordinal) -> {
      try {
        reader.read(json, out, ordinal);
      } catch (ValueRefused e) {
        throw e.because(cast.note());
      }
    };
  }

  private void meetUnknown(JsonCursor json) throws IOException {
    String name = json.name();
    if (selection.targetOf(name).isPresent()) {
      throw new UnknownFieldException(name);
    }
    json.next();
    json.skip();
  }

  private int ordinalOf(RowColumn column) {
    if (column.target().isEmpty()) {
      return -1;
    }
    String name = column.target().get();
    for (int i = 0; i < layout.columns().size(); i++) {
      Layout.Column held = layout.columns().get(i);
      if (held.isOfSource() && held.name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private ColumnFit fitOf(RowColumn column) {
    return column
        .target()
        .map(name -> layout.fit(name, column.type().type()))
        .orElse(ColumnFit.HELD);
  }

  private boolean holdsKeys() {
    for (int key : keyOrdinals) {
      if (schema.columns().stream()
          .noneMatch(c -> ordinalOf(c) == key && !fits.get(c).equals(ColumnFit.ALTERING))) {
        return false;
      }
    }
    return true;
  }

  private boolean[] required() {
    boolean[] result = new boolean[layout.columns().size()];
    for (RowColumn column : schema.columns()) {
      int ordinal = ordinalOf(column);
      if (ordinal >= 0) {
        result[ordinal] = column.required();
      }
    }
    return result;
  }

  private boolean[] gone() {
    boolean[] result = new boolean[layout.columns().size()];
    for (int i = 0; i < result.length; i++) {
      int ordinal = i;
      result[i] =
          schema.columns().stream().noneMatch(c -> ordinalOf(c) == ordinal)
              && !options.expressions().added().contains(layout.columns().get(i).name());
    }
    return result;
  }

  private long[] foreignBits() {
    long[] bits = new long[(gone.length + 63) / 64];
    boolean any = false;
    for (int i = 0; i < gone.length; i++) {
      if (gone[i]
          && layout.columns().get(i).isOfSource()
          && (options.amongOthers()
              || selection.sourcesOf(layout.columns().get(i).name()).isEmpty())) {
        bits[i >> 6] |= 1L << i;
        any = true;
      }
    }
    return any ? bits : new long[0];
  }
}
