package io.lakeward.source.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.classic.ExpressionUtils;
import scala.Function1;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/** Expressions of the mapping, which name columns as the source does, over rows of a table. */
public final class RenamedColumns {
  private RenamedColumns() {}

  /**
   * An expression as a column of a query over a table.
   *
   * @param sql the expression, whose syntax is checked already
   * @param targets names in the table by names in the source, for those that differ
   */
  public static Column of(String sql, Map<String, String> targets) {
    Expression parsed = CatalystSqlParser$.MODULE$.parseExpression(sql);
    return ExpressionUtils.column(parsed.transformUp(new Rename(targets)));
  }

  private static final class Rename extends AbstractPartialFunction<Expression, Expression> {
    /** By name in the source, whose case does not matter to Spark. */
    private final Map<String, String> targets = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    Rename(Map<String, String> targets) {
      this.targets.putAll(targets);
    }

    @Override
    public boolean isDefinedAt(Expression e) {
      return e instanceof UnresolvedAttribute attribute
          && targets.containsKey(attribute.nameParts().head());
    }

    @Override
    @SuppressWarnings("unchecked") // The caller takes any expression.
    public <A extends Expression, B> B applyOrElse(A e, Function1<A, B> otherwise) {
      if (!isDefinedAt(e)) {
        return otherwise.apply(e);
      }
      List<String> parts =
          new ArrayList<>(CollectionConverters.asJava(((UnresolvedAttribute) e).nameParts()));
      parts.set(0, targets.get(parts.get(0)));
      return (B) new UnresolvedAttribute(CollectionConverters.asScala(parts).toSeq());
    }
  }
}
