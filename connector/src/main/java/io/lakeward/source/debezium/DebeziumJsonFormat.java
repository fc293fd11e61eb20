package io.lakeward.source.debezium;

import static java.util.Objects.requireNonNull;

import io.lakeward.source.IntervalNames;
import io.lakeward.source.Layout;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.Selection;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.json.EpochUnit;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.StructType;

/**
 * Debezium's envelope in JSON (mapping contract, "Formats"). Whether a record has an embedded
 * schema is seen in each record; without one, the declared schema says what the values are.
 */
public final class DebeziumJsonFormat implements RecordFormat {

  /** What Debezium sends in place of a value that it does not have, unless configured otherwise. */
  public static final String DEFAULT_UNAVAILABLE_VALUE = "__debezium_unavailable_value";

  private final EnvelopeOptions options;

  private DebeziumJsonFormat(EnvelopeOptions options) {
    this.options = options;
  }

  /** Starts with the defaults of the mapping contract. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public RecordDecoder decoder(Layout layout) {
    return new DebeziumJsonDecoder(layout, options);
  }

  @Override
  public Set<String> loadTimes() {
    return options.expressions().loadTimes();
  }

  /** Collects the options of a format. Not thread safe. */
  public static final class Builder {
    private Selection selection = Selection.ALL;
    private PartialUpdates updates = PartialUpdates.NONE;
    private List<String> keys = List.of();
    private StructType declaredSchema = new StructType();
    private DecimalEncoding decimals = DecimalEncoding.PRECISE;
    private EpochUnit temporalPrecision = EpochUnit.MICROS;
    private String unavailableValue = DEFAULT_UNAVAILABLE_VALUE;
    private InfinityPolicy infinity = InfinityPolicy.FAIL;
    private ColumnForms forms = ColumnForms.DEFAULT;
    private boolean amongOthers;
    private List<IntervalNames> intervals = List.of();
    private FlowExpressions expressions = FlowExpressions.NONE;

    private Builder() {}

    /** Which columns to take, under which names; by default all. */
    public Builder selection(Selection chosen) {
      this.selection = requireNonNull(chosen, "chosen");
      return this;
    }

    /** Which columns upserts author, by source name; by default all of the selected. */
    public Builder updates(PartialUpdates rule) {
      this.updates = requireNonNull(rule, "rule");
      return this;
    }

    /** The key columns by target name; by default the fields of the record key. */
    public Builder keys(List<String> targetNames) {
      this.keys = List.copyOf(targetNames);
      return this;
    }

    /** The columns of records without embedded schema, by source name; by default none. */
    public Builder declaredSchema(StructType columns) {
      this.declaredSchema = requireNonNull(columns, "columns");
      return this;
    }

    /** How decimals are written in records without embedded schema. */
    public Builder decimals(DecimalEncoding encoding) {
      this.decimals = requireNonNull(encoding, "encoding");
      return this;
    }

    /** The unit of numbers in declared timestamps of records without embedded schema. */
    public Builder temporalPrecision(EpochUnit unit) {
      this.temporalPrecision = requireNonNull(unit, "unit");
      return this;
    }

    /** The text that stands for a value which the source did not send. */
    public Builder unavailableValue(String placeholder) {
      this.unavailableValue = requireNonNull(placeholder, "placeholder");
      return this;
    }

    /** Says that other flows write the table too: columns that records lack may be theirs. */
    public Builder amongOthers() {
      this.amongOthers = true;
      return this;
    }

    /** What becomes of infinite dates and timestamps. */
    public Builder infinity(InfinityPolicy policy) {
      this.infinity = requireNonNull(policy, "policy");
      return this;
    }

    /** What values become that may be one thing or another in a table. */
    public Builder forms(ColumnForms chosen) {
      this.forms = requireNonNull(chosen, "chosen");
      return this;
    }

    /**
     * Keeps a history. Its interval columns, of these names, show the time in the source, unless
     * the expressions say what they show: an interval value, or else a sequence.
     */
    public Builder intervals(IntervalNames names) {
      this.intervals = List.of(names);
      return this;
    }

    /**
     * Rules in place of Debezium's own, and further columns of the table; by default none.
     *
     * <p>Upserts always author the added columns, also those that list what they author; where
     * nulls are ignored, under their name in the table. What is made of a value that the source did
     * not send is not authored, like that value; a rule over such a value rejects the record.
     */
    public Builder expressions(FlowExpressions given) {
      this.expressions = requireNonNull(given, "given");
      return this;
    }

    /**
     * The format.
     *
     * @throws io.lakeward.error.LakewardException DUPLICATE_COLUMN_NAME where two declared columns
     *     are one in the table; COLUMNS_NOT_FOUND or MAPPING_INVALID where the rule for updates
     *     does not go with the declared schema; COLUMNS_NOT_FOUND, EXPRESSION_INVALID or
     *     NON_ORDERABLE_SEQUENCE where an expression does not
     */
    public DebeziumJsonFormat build() {
      if (!declaredSchema.isEmpty()) {
        updates.requireIn(declaredSchema, expressions.added());
      }
      EnvelopeOptions options =
          new EnvelopeOptions(
              selection,
              updates,
              keys,
              declaredSchema,
              decimals,
              temporalPrecision,
              unavailableValue,
              infinity,
              forms,
              amongOthers,
              intervals,
              expressions);
      EnvelopeCheck.check(options);
      return new DebeziumJsonFormat(options);
    }
  }
}
