package io.lakeward.it.connector;

import io.lakeward.lake.LakeCatalog;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.file.MappingFile;
import io.lakeward.pipeline.SparkSessions;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/** What somebody else does to the lake of a mapping with Spark's SQL. */
public final class SparkSql {
  private SparkSql() {}

  /** Runs statements in a session of their own, the mapping's namespace being there. */
  public static void execute(Path file, String... statements) {
    within(
        file,
        session -> {
          session.sql("CREATE NAMESPACE IF NOT EXISTS lake." + PipelineFile.NAMESPACE);
          for (String statement : statements) {
            session.sql(statement);
          }
        });
  }

  /** Does something in a session of its own, which has the mapping's catalog. */
  public static void within(Path file, Consumer<SparkSession> work) {
    Mapping mapping = MappingFile.read(file);
    LakeCatalog.openOrCreate(mapping.lake().catalog(), new Configuration());
    SparkSession session = SparkSessions.of(mapping);
    try {
      work.accept(session);
    } finally {
      session.stop();
    }
  }
}
