package io.lakeward.source.custom;

import static java.util.Objects.requireNonNull;

import io.lakeward.source.IntervalNames;
import io.lakeward.source.Layout;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.expression.ExpressionCompiler;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.StructType;

/**
 * Plain JSON objects of a declared schema; the mapping's expressions say what is a delete, what is
 * a truncate, and what orders the changes (semantics, section 3).
 *
 * <p>Values are read by their declared types and never coerced. A field that the object lacks is
 * null. A field that the schema lacks is refused, unless the selection leaves it out.
 */
public final class JsonFormat implements RecordFormat {

  private final Flow flow;

  JsonFormat(Flow flow) {
    this.flow = flow;
  }

  /** Starts a format for records of these columns. */
  public static Builder builder(StructType schema) {
    return new Builder(schema);
  }

  @Override
  public RecordDecoder decoder(Layout layout) {
    return new JsonDecoder(flow, layout);
  }

  @Override
  public Optional<RecordShape> declaredShape() {
    return Optional.of(flow.shape());
  }

  @Override
  public Set<String> loadTimes() {
    return flow.expressions().loadTimes();
  }

  /** Collects the options of a format. Not thread safe. */
  public static final class Builder {
    final StructType schema;
    Selection selection = Selection.ALL;
    PartialUpdates updates = PartialUpdates.NONE;
    List<String> keys = List.of();
    List<String> sequenceBy = List.of();
    Optional<String> applyAsDeletes = Optional.empty();
    Optional<String> applyAsTruncates = Optional.empty();
    ZoneId timeZone = ZoneOffset.UTC;
    Optional<IntervalNames> intervals = Optional.empty();
    List<String> tracked = List.of();
    Optional<String> intervalValue = Optional.empty();
    Optional<String> systemSequenceBy = Optional.empty();
    Map<String, String> added = Map.of();

    private Builder(StructType schema) {
      this.schema = requireNonNull(schema, "schema");
    }

    /** Which columns to take, under which names; by default all. Expressions see all columns. */
    public Builder selection(Selection chosen) {
      this.selection = requireNonNull(chosen, "chosen");
      return this;
    }

    /** Which columns upserts author, by source name; by default all of the selected. */
    public Builder updates(PartialUpdates rule) {
      this.updates = requireNonNull(rule, "rule");
      return this;
    }

    /** The key columns by target name; there is no default. */
    public Builder keys(List<String> targetNames) {
      this.keys = List.copyOf(targetNames);
      return this;
    }

    /** What orders the changes: SQL, several parts are the fields of a struct; no default. */
    public Builder sequenceBy(List<String> sql) {
      this.sequenceBy = List.copyOf(sql);
      return this;
    }

    /** The SQL condition of a delete; by default no record is one. */
    public Builder applyAsDeletes(String sql) {
      this.applyAsDeletes = Optional.of(sql);
      return this;
    }

    /** The SQL condition of a truncate; by default no record is one. */
    public Builder applyAsTruncates(String sql) {
      this.applyAsTruncates = Optional.of(sql);
      return this;
    }

    /** Keeps a history, with interval columns of these names. */
    public Builder intervals(IntervalNames names) {
      this.intervals = Optional.of(names);
      return this;
    }

    /** The columns by which the mapping says whose history is tracked: they must be declared. */
    public Builder tracked(List<String> sourceNames) {
      this.tracked = List.copyOf(sourceNames);
      return this;
    }

    /** The SQL of what the interval columns show; by default the sequence. */
    public Builder intervalValue(String sql) {
      this.intervalValue = Optional.of(sql);
      return this;
    }

    /** The SQL of the system sequence of a history in two times. */
    public Builder systemSequenceBy(String sql) {
      this.systemSequenceBy = Optional.of(sql);
      return this;
    }

    /**
     * Further columns of the table, their SQL by name. Upserts always author them, also those that
     * list what they author; where nulls are ignored, under their name in the table. Deletes leave
     * them null.
     */
    public Builder addColumns(Map<String, String> sqlByName) {
      this.added = new LinkedHashMap<>(sqlByName);
      return this;
    }

    /** The zone of timestamps whose text has no offset; UTC by default. */
    public Builder timeZone(ZoneId zone) {
      this.timeZone = requireNonNull(zone, "zone");
      return this;
    }

    /**
     * The format.
     *
     * @throws io.lakeward.error.LakewardException EMPTY_KEYS, MISSING_SEQUENCE_BY,
     *     NON_ORDERABLE_SEQUENCE, COLUMNS_NOT_FOUND, KEY_NOT_SELECTED, DUPLICATE_COLUMN_NAME,
     *     RESERVED_COLUMN_NAME, MAPPING_INVALID or EXPRESSION_INVALID
     */
    public JsonFormat build(ExpressionCompiler compiler) {
      return new JsonFormat(new FlowCheck(this, compiler).flow());
    }
  }
}
