package io.lakeward.pipeline.query;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ParsedStatement;
import scala.jdk.javaapi.CollectionConverters;

/** Refuses statements that change something: the tables are written by the pipeline alone. */
final class ReadOnly {
  private ReadOnly() {}

  static void require(SparkSession spark, String sql) throws Exception {
    requireReading(spark.sessionState().sqlParser().parsePlan(sql));
  }

  private static void requireReading(LogicalPlan plan) {
    String statement = plan.nodeName();
    boolean changes =
        (plan instanceof Command
                || plan instanceof ParsedStatement
                // Neither is a command to Spark before it is resolved.
                || statement.matches("Call|.*ExecuteImmediate.*"))
            && !statement.matches("(Show|Describe|Explain).*");
    if (changes) {
      throw LakewardException.of(ErrorCode.QUERY_INVALID)
          .fact("because", "query only reads, and this is " + statement)
          .advice("use SELECT, SHOW, DESCRIBE or EXPLAIN")
          .build();
    }
    CollectionConverters.asJava(plan.children()).forEach(ReadOnly::requireReading);
  }
}
