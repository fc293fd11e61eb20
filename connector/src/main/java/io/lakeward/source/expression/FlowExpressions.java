package io.lakeward.source.expression;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.row.OrderedColumns;
import io.lakeward.source.expression.MappingExpression.Use;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructType;

/**
 * The expressions of a flow over its change rows: rules that say what a change is and when
 * (semantics, sections 2, 3, 6 and 7), and columns that are added to the table. Where a rule is
 * absent, the format decides. Their syntax is checked already. Immutable.
 */
public final class FlowExpressions implements Serializable {

  /** A flow that has none. */
  public static final FlowExpressions NONE =
      new FlowExpressions(
          new ExpressionCompiler(), List.of(), new EnumMap<>(Rule.class), Set.of(), Set.of());

  /** What an expression may decide. */
  public enum Rule {
    /** The order of the changes. */
    SEQUENCE_BY,
    /** Whether a change is a delete. */
    APPLY_AS_DELETES,
    /** Whether a change is a truncate. */
    APPLY_AS_TRUNCATES,
    /** When a change of a bitemporal history became known. */
    SYSTEM_SEQUENCE_BY,
    /** What the interval columns of a history show. */
    INTERVAL_VALUE,
    /** For which stored rows it counts that a snapshot lacks them. */
    ABSENT_WITHIN,
    /** Which rows are compared with a source. */
    WITHIN;

    /** The rule's key in the mapping. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }

    private boolean isCondition() {
      return this == APPLY_AS_DELETES
          || this == APPLY_AS_TRUNCATES
          || this == ABSENT_WITHIN
          || this == WITHIN;
    }

    private boolean isOrder() {
      return this == SEQUENCE_BY || this == SYSTEM_SEQUENCE_BY;
    }
  }

  private final ExpressionCompiler compiler;
  private final List<MappingExpression> all;
  private final EnumMap<Rule, Integer> places;
  private final List<String> added;
  private final Set<String> loadTimes;

  @SuppressWarnings("NonApiType") // Kept as it is, and serialized.
  private FlowExpressions(
      ExpressionCompiler compiler,
      List<MappingExpression> all,
      EnumMap<Rule, Integer> places,
      Set<String> added,
      Set<String> loadTimes) {
    this.compiler = compiler;
    this.all = List.copyOf(all);
    this.places = places;
    this.added = List.copyOf(added);
    this.loadTimes = Set.copyOf(loadTimes);
  }

  /** Starts the expressions of a flow. */
  public static Builder builder(ExpressionCompiler compiler) {
    return new Builder(compiler);
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** Whether there is such a rule. */
  public boolean has(Rule rule) {
    return places.containsKey(rule);
  }

  /** The place of a rule among the compiled expressions; negative where there is none. */
  public int placeOf(Rule rule) {
    return places.getOrDefault(rule, -1);
  }

  /**
   * The place of what the interval columns of a history show: that of the sequence, where nothing
   * else is said; negative where neither is there.
   */
  public int placeOfInterval() {
    return placeOf(has(Rule.INTERVAL_VALUE) ? Rule.INTERVAL_VALUE : Rule.SEQUENCE_BY);
  }

  /** The names of the added columns, in the order of the mapping. */
  public List<String> added() {
    return added;
  }

  /** The place of an added column among the compiled expressions. */
  public int placeOfAdded(int column) {
    return all.size() - added.size() + column;
  }

  /** The mapping key at which the expression of this place stands. */
  public String keyAt(int place) {
    return all.get(place).key();
  }

  /**
   * The added columns that hold when a record was loaded. Rows that differ in nothing else are the
   * same.
   */
  public Set<String> loadTimes() {
    return loadTimes;
  }

  /**
   * Resolves them over the columns of a change row, {@code _change} included.
   *
   * @throws LakewardException COLUMNS_NOT_FOUND, EXPRESSION_INVALID or NON_ORDERABLE_SEQUENCE,
   *     whose facts name the mapping key
   */
  public CompiledExpressions compile(StructType columns) {
    CompiledExpressions compiled = compiler.compile(columns, all);
    places.forEach((rule, place) -> requireType(rule, place, compiled.types().get(place)));
    return compiled;
  }

  private void requireType(Rule rule, int place, DataType type) {
    if (rule.isCondition() && !(type instanceof BooleanType || type instanceof NullType)) {
      throw LakewardException.of(ErrorCode.EXPRESSION_INVALID)
          .fact("key", rule.key())
          .fact("expression", all.get(place).sql())
          .fact("type", type.catalogString())
          .advice("use a condition: an expression that is true or false")
          .build();
    } else if (rule.isOrder()) {
      requireOrder(rule, place, type);
    }
  }

  private void requireOrder(Rule rule, int place, DataType type) {
    try {
      OrderedColumns.of(new int[] {0}, new DataType[] {type});
    } catch (LakewardException e) {
      throw LakewardException.of(e.code())
          .fact("key", rule.key())
          .fact("expression", all.get(place).sql())
          .fact("type", type.catalogString())
          .advice(e.advice())
          .build();
    }
  }

  /** Collects the expressions of a flow. Not thread safe. */
  public static final class Builder {
    private final ExpressionCompiler compiler;
    private final List<MappingExpression> rules = new ArrayList<>();
    private final List<MappingExpression> columns = new ArrayList<>();
    private final EnumMap<Rule, Integer> places = new EnumMap<>(Rule.class);
    private final Set<String> added = new LinkedHashSet<>();
    private final Set<String> loadTimes = new LinkedHashSet<>();

    private Builder(ExpressionCompiler compiler) {
      this.compiler = requireNonNull(compiler, "compiler");
    }

    /**
     * Gives a rule; several parts are the fields of a struct, and none are no rule.
     *
     * @throws LakewardException EXPRESSION_INVALID where it is not the SQL of an expression
     */
    public Builder rule(Rule rule, List<String> sql) {
      if (!sql.isEmpty()) {
        MappingExpression expression = new MappingExpression(rule.key(), sql);
        compiler.parse(expression);
        places.put(rule, rules.size());
        rules.add(expression);
      }
      return this;
    }

    /**
     * Adds columns, their SQL by name.
     *
     * @throws LakewardException EXPRESSION_INVALID where it is not the SQL of an expression
     */
    public Builder columns(Map<String, String> sqlByName) {
      sqlByName.forEach(
          (name, sql) -> {
            MappingExpression expression =
                new MappingExpression("add_columns." + name, List.of(sql), Use.COLUMN);
            if (Clock.isIn(compiler.parse(expression))) {
              loadTimes.add(name);
            }
            columns.add(expression);
            added.add(name);
          });
      return this;
    }

    /** The expressions. */
    public FlowExpressions build() {
      List<MappingExpression> all = new ArrayList<>(rules);
      all.addAll(columns);
      return all.isEmpty()
          ? NONE
          : new FlowExpressions(compiler, all, new EnumMap<>(places), added, loadTimes);
    }
  }
}
