package io.lakeward.source;

import io.lakeward.source.expression.ExpressionCompiler;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A Spark session for the tests of a class, and what compiles expressions with its functions. */
public final class TestCompiler implements BeforeAllCallback, AfterAllCallback {

  private SparkSession spark;
  private ExpressionCompiler compiler;

  @Override
  public void beforeAll(ExtensionContext context) {
    spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "UTC")
            .getOrCreate();
    compiler = new ExpressionCompiler(spark);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    spark.stop();
  }

  /** The compiler. */
  public ExpressionCompiler get() {
    return compiler;
  }
}
