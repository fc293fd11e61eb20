package io.lakeward.source.expression;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.expression.CompiledExpressions.Entry;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.optimizer.CollapseProject$;
import org.apache.spark.sql.catalyst.optimizer.ReplaceExpressions$;
import org.apache.spark.sql.catalyst.optimizer.RewriteWithExpression$;
import org.apache.spark.sql.catalyst.plans.logical.LeafNode;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Resolves the mapping's SQL expressions against the columns of a change row, on the driver.
 *
 * <p>Expressions are of one row: no aggregates, windows, generators or subqueries; and always of
 * one value for one row, so that a record decoded again is the same change: no {@code rand()}, and
 * not the current time.
 */
public final class ExpressionCompiler {

  private static final int DEEPEST_WITH = 16;

  private final SparkSession spark;

  /** A compiler that knows the functions of this session. */
  public ExpressionCompiler(SparkSession spark) {
    this.spark = requireNonNull(spark, "spark");
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
    return new CompiledExpressions(
        expressions.stream().map(expression -> compile(columns, expression)).toList());
  }

  private Entry compile(StructType columns, MappingExpression expression) {
    try {
      Entry entry = resolve(columns, expression);
      // Generating its code here finds what only the tasks would.
      CompiledExpressions.projection(entry);
      return entry;
    } catch (LakewardException e) {
      throw e;
    } catch (Exception e) {
      // Scala does not declare that it throws AnalysisException.
      throw refused(expression, e);
    }
  }

  private Entry resolve(StructType columns, MappingExpression expression) {
    List<Row> noRows = List.of();
    var selected = spark.createDataFrame(noRows, columns).select(column(expression));
    LogicalPlan plan =
        ((org.apache.spark.sql.classic.Dataset<?>) selected).queryExecution().analyzed();
    if (!(plan instanceof Project direct && direct.child() instanceof LeafNode)) {
      throw refused(expression, "it is not over one row");
    }
    NamedExpression named = ((Project) plain(plan)).projectList().head();
    Expression value = named instanceof Alias alias ? alias.child() : (Expression) named;
    if (SubqueryExpression.hasSubquery(value)) {
      throw refused(expression, "it has a subquery");
    } else if (!value.deterministic() || asksTheSession(value)) {
      throw refused(expression, "its value changes from one evaluation to the next");
    }
    Attribute[] input =
        CollectionConverters.asJava(direct.child().output()).toArray(Attribute[]::new);
    return new Entry(expression.key(), value, input);
  }

  /** Such as the clock or the user, which Spark takes for constant, as in a query of its own. */
  private static boolean asksTheSession(Expression value) {
    return value.containsPattern(TreePattern.CURRENT_LIKE());
  }

  private static Column column(MappingExpression expression) {
    Column[] parts = expression.parts().stream().map(functions::expr).toArray(Column[]::new);
    return (parts.length == 1 ? parts[0] : functions.struct(parts)).as("value");
  }

  /** What Spark's optimizer must do before an expression can be evaluated, and no more. */
  private static LogicalPlan plain(LogicalPlan analyzed) {
    LogicalPlan plan = ReplaceExpressions$.MODULE$.apply(analyzed);
    for (int i = 0; i < DEEPEST_WITH; i++) {
      LogicalPlan next = RewriteWithExpression$.MODULE$.apply(plan);
      if (next == plan) {
        break;
      }
      plan = next;
    }
    return CollapseProject$.MODULE$.apply(plan, true);
  }

  private static LakewardException refused(MappingExpression expression, Exception cause) {
    boolean unknownColumn =
        cause instanceof AnalysisException analysis
            && (analysis.getCondition().startsWith("UNRESOLVED_COLUMN")
                || analysis.getCondition().startsWith("FIELD_NOT_FOUND"));
    LakewardException.Builder builder =
        LakewardException.of(
                unknownColumn ? ErrorCode.COLUMNS_NOT_FOUND : ErrorCode.EXPRESSION_INVALID)
            .fact("key", expression.key())
            .fact("expression", String.join(", ", expression.parts()))
            .fact(
                "problem",
                String.valueOf(cause.getMessage()).strip().lines().findFirst().orElse(""))
            .cause(cause);
    return builder.build();
  }

  private static LakewardException refused(MappingExpression expression, String problem) {
    return LakewardException.of(ErrorCode.EXPRESSION_INVALID)
        .fact("key", expression.key())
        .fact("expression", String.join(", ", expression.parts()))
        .fact("problem", problem)
        .advice("use an expression of the columns of one row")
        .build();
  }
}
