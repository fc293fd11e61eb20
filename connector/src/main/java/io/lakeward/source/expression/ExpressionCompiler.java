package io.lakeward.source.expression;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.expression.CompiledExpressions.Entry;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.LeafNode;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.internal.SQLConf$;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Resolves the mapping's SQL expressions against the columns of a change row, on the driver and in
 * tasks, with Spark's built-in functions and the settings of the session that it was made with.
 *
 * <p>Expressions are of one row: no aggregates, windows, generators or subqueries; and of one value
 * for one row, so that a record decoded again is the same change: no {@code rand()}. Rules may not
 * ask for the current time either; columns may, and get that of the task which loads the record.
 *
 * <p>What was compiled is kept for the JVM: the tasks of all micro-batches resolve an expression
 * once for each schema. Immutable.
 */
public final class ExpressionCompiler implements Serializable {

  private static final int MOST_KEPT = 256;
  private static final String SETTINGS = "spark.sql.";

  /** They hold addresses and secrets, and no expression asks for them. */
  private static final String CATALOG_SETTINGS = "spark.sql.catalog.";

  private record Asked(
      Map<String, String> settings, StructType columns, List<MappingExpression> expressions) {}

  /** The least recently used first. Also the lock under which is compiled. */
  private static final Map<Asked, CompiledExpressions> KEPT =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, CompiledExpressions> eldest) {
          return size() > MOST_KEPT;
        }
      };

  private final TreeMap<String, String> settings = new TreeMap<>();

  /** A compiler with Spark's own settings. */
  ExpressionCompiler() {}

  /** A compiler with the settings of this session, as they are now. */
  public ExpressionCompiler(SparkSession session) {
    CollectionConverters.asJava(requireNonNull(session, "session").conf().getAll())
        .forEach(
            (name, value) -> {
              if (name.startsWith(SETTINGS) && !name.startsWith(CATALOG_SETTINGS)) {
                settings.put(name, value);
              }
            });
  }

  /**
   * Parses an expression, whose columns need not be known.
   *
   * @throws LakewardException EXPRESSION_INVALID where it is no SQL expression of one row
   */
  Expression parse(MappingExpression expression) {
    return configured(
        () -> {
          try {
            Expression parsed = RowAnalyzer.parse(expression.parts());
            requireNoSubquery(expression, parsed);
            requireNoLiteralOfTheTime(expression);
            return parsed;
          } catch (LakewardException e) {
            throw e;
          } catch (Exception e) {
            // Scala does not declare that it throws ParseException.
            throw refused(expression, e);
          }
        });
  }

  /**
   * Resolves expressions over these columns.
   *
   * @param columns what the expressions may name; for a change row its own columns and {@code
   *     _change}
   * @throws LakewardException COLUMNS_NOT_FOUND or EXPRESSION_INVALID, whose facts name the mapping
   *     key and the SQL
   */
  public CompiledExpressions compile(StructType columns, List<MappingExpression> expressions) {
    Asked asked = new Asked(settings, columns, List.copyOf(expressions));
    synchronized (KEPT) {
      CompiledExpressions compiled = KEPT.get(asked);
      if (compiled == null) {
        compiled =
            configured(
                () ->
                    new CompiledExpressions(
                        asked.expressions().stream().map(e -> compile(columns, e)).toList()));
        KEPT.put(asked, compiled);
      }
      return compiled;
    }
  }

  /** Runs with the settings, since those of a task need not be the session's. */
  private <T> T configured(Supplier<T> work) {
    SQLConf conf = new SQLConf();
    settings.forEach(conf::setConfString);
    return SQLConf$.MODULE$.withExistingConf(conf, work::get);
  }

  private static Entry compile(StructType columns, MappingExpression expression) {
    try {
      Entry entry = resolve(columns, expression);
      // Generating its code here finds what only evaluating it would.
      CompiledExpressions.projection(entry);
      return entry;
    } catch (LakewardException e) {
      throw e;
    } catch (Exception e) {
      // Scala does not declare that it throws AnalysisException.
      throw refused(expression, e);
    }
  }

  private static Entry resolve(StructType columns, MappingExpression expression) {
    Expression parsed = RowAnalyzer.parse(expression.parts());
    requireNoLiteralOfTheTime(expression);
    LogicalPlan plan = RowAnalyzer.analyzed(columns, parsed);
    if (!(plan instanceof Project direct && direct.child() instanceof LeafNode)) {
      throw refused(expression, "it is not over one row");
    }
    NamedExpression named = ((Project) RowAnalyzer.plain(plan)).projectList().head();
    Expression value = named instanceof Alias alias ? alias.child() : (Expression) named;
    List<Attribute> input = new ArrayList<>(CollectionConverters.asJava(direct.child().output()));
    AttributeReference now = Clock.attribute();
    input.add(now);
    if (expression.use() == MappingExpression.Use.COLUMN) {
      value = Clock.stopped(value, now);
      requireKnownClock(expression, parsed, value, now);
    }
    requireNoSubquery(expression, value);
    if (!value.deterministic() || asksTheSession(value)) {
      throw refused(expression, "its value changes from one evaluation to the next");
    }
    DataType type = value.dataType();
    if (expression.use() == MappingExpression.Use.COLUMN) {
      type = ColumnTypes.of(expression, type);
      value = value.dataType().asNullable().equals(type) ? value : cast(value, type);
    }
    return new Entry(expression, value, type, input.toArray(Attribute[]::new));
  }

  /** The driver must know which columns hold the time, and it sees no more than the syntax. */
  private static void requireKnownClock(
      MappingExpression expression, Expression parsed, Expression value, AttributeReference now) {
    if (value.references().contains(now) && !Clock.isIn(parsed)) {
      throw refused(expression, "write the time as current_timestamp()");
    }
  }

  /** Each task would parse it at another time. */
  private static void requireNoLiteralOfTheTime(MappingExpression expression) {
    if (Clock.isLiteralIn(expression.sql())) {
      throw refused(expression, "write the time as current_timestamp()");
    }
  }

  private static Expression cast(Expression value, DataType type) {
    return new Cast(value, type, scala.Option.apply(SQLConf$.MODULE$.get().sessionLocalTimeZone()));
  }

  /** Such as the clock or the user, which Spark takes for constant, as in a query of its own. */
  private static boolean asksTheSession(Expression value) {
    return value.containsPattern(TreePattern.CURRENT_LIKE());
  }

  private static void requireNoSubquery(MappingExpression expression, Expression value) {
    if (SubqueryExpression.hasSubquery(value)) {
      throw refused(expression, "it has a subquery");
    }
  }

  private static LakewardException refused(MappingExpression expression, Exception cause) {
    boolean unknownColumn =
        cause instanceof AnalysisException analysis
            && (analysis.getCondition().startsWith("UNRESOLVED_COLUMN")
                || analysis.getCondition().startsWith("FIELD_NOT_FOUND"));
    return LakewardException.of(
            unknownColumn ? ErrorCode.COLUMNS_NOT_FOUND : ErrorCode.EXPRESSION_INVALID)
        .fact("key", expression.key())
        .fact("expression", expression.sql())
        .fact("problem", String.valueOf(cause.getMessage()).strip().lines().findFirst().orElse(""))
        .cause(cause)
        .build();
  }

  static LakewardException refused(MappingExpression expression, String problem) {
    return LakewardException.of(ErrorCode.EXPRESSION_INVALID)
        .fact("key", expression.key())
        .fact("expression", expression.sql())
        .fact("problem", problem)
        .advice("use an expression of the columns of one row")
        .build();
  }
}
