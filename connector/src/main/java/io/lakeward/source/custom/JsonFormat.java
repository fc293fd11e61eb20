package io.lakeward.source.custom;

import static java.util.Objects.requireNonNull;

import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.expression.ExpressionCompiler;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/**
 * Plain JSON objects of a declared schema; the mapping's expressions say what is a delete, what is
 * a truncate, and what orders the changes (semantics, section 3).
 */
public final class JsonFormat implements RecordFormat {

  private final RecordShape shape;

  JsonFormat(RecordShape shape) {
    this.shape = shape;
  }

  /** Starts a format for records of these columns. */
  public static Builder builder(StructType schema) {
    return new Builder(schema);
  }

  @Override
  public RecordDecoder decoder(Layout layout) {
    throw new UnsupportedOperationException("not there yet");
  }

  @Override
  public Optional<RecordShape> declaredShape() {
    return Optional.of(shape);
  }

  /** Collects the options of a format. Not thread safe. */
  public static final class Builder {
    private final StructType schema;
    private Selection selection = Selection.ALL;
    private List<String> keys = List.of();
    private List<String> sequenceBy = List.of();
    private Optional<String> applyAsDeletes = Optional.empty();
    private Optional<String> applyAsTruncates = Optional.empty();

    private Builder(StructType schema) {
      this.schema = requireNonNull(schema, "schema");
    }

    /** Which columns to take, under which names; by default all. Expressions see all columns. */
    public Builder selection(Selection chosen) {
      this.selection = requireNonNull(chosen, "chosen");
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

    /**
     * The format.
     *
     * @throws io.lakeward.error.LakewardException EMPTY_KEYS, MISSING_SEQUENCE_BY,
     *     NON_ORDERABLE_SEQUENCE, COLUMNS_NOT_FOUND, KEY_NOT_SELECTED, DUPLICATE_COLUMN_NAME or
     *     EXPRESSION_INVALID
     */
    public JsonFormat build(ExpressionCompiler compiler) {
      throw new UnsupportedOperationException(
          "not there yet: "
              + List.of(
                  schema, selection, keys, sequenceBy, applyAsDeletes, applyAsTruncates, compiler));
    }
  }
}
