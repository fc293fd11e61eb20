package io.lakeward.source.expression;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry$;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.catalog.CatalogDatabase;
import org.apache.spark.sql.catalyst.catalog.InMemoryCatalog;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.optimizer.CollapseProject$;
import org.apache.spark.sql.catalyst.optimizer.ReplaceExpressions$;
import org.apache.spark.sql.catalyst.optimizer.RewriteWithExpression$;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import org.apache.spark.sql.execution.datasources.v2.V2SessionCatalog;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Spark's analysis of an expression over one row without a session, which tasks do not have. It
 * knows the built-in functions, and neither tables nor functions of a catalog.
 */
final class RowAnalyzer {

  private static final int DEEPEST_WITH = 16;

  /** Made when it is first needed: a flow without expressions needs none. */
  private static final class Holder {
    static final Analyzer ANALYZER = analyzer();

    private static Analyzer analyzer() {
      SessionCatalog functions = catalog();
      return new Analyzer(
          new CatalogManager(new V2SessionCatalog(functions), functions),
          Analyzer.$lessinit$greater$default$2());
    }

    private static SessionCatalog catalog() {
      InMemoryCatalog empty = new InMemoryCatalog(new SparkConf(false), new Configuration(false));
      SessionCatalog catalog =
          new SessionCatalog(
              empty, FunctionRegistry$.MODULE$.builtin(), TableFunctionRegistry$.MODULE$.builtin());
      // An unknown function is looked for in it before it is reported.
      empty.createDatabase(
          new CatalogDatabase(
              "default",
              "",
              java.net.URI.create("file:/"),
              scala.collection.immutable.Map$.MODULE$.empty()),
          true);
      return catalog;
    }
  }

  private RowAnalyzer() {}

  /** Parses SQL; several parts are the fields of a struct. */
  static Expression parse(List<String> parts) {
    List<Expression> parsed =
        parts.stream().map(CatalystSqlParser$.MODULE$::parseExpression).toList();
    return parsed.size() == 1
        ? parsed.get(0)
        : new UnresolvedFunction(
            seq(List.of("struct")),
            seq(parsed),
            false,
            Option.empty(),
            false,
            seq(List.of()),
            false);
  }

  /** The plan of a parsed expression over these columns; throws what Spark throws. */
  static LogicalPlan analyzed(StructType columns, Expression parsed) {
    List<Attribute> attributes =
        List.copyOf(CollectionConverters.asJava(DataTypeUtils.toAttributes(columns)));
    LogicalPlan row = new LocalRelation(seq(attributes), seq(List.of()), false, Option.empty());
    NamedExpression value =
        new Alias(
            parsed,
            "value",
            NamedExpression$.MODULE$.newExprId(),
            seq(List.of()),
            Option.empty(),
            seq(List.of()));
    return Holder.ANALYZER.executeAndCheck(
        new Project(seq(List.of(value)), row), new QueryPlanningTracker(Option.empty()));
  }

  /** What Spark's optimizer must do before an expression can be evaluated, and no more. */
  static LogicalPlan plain(LogicalPlan analyzed) {
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

  private static <T> scala.collection.immutable.Seq<T> seq(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }
}
