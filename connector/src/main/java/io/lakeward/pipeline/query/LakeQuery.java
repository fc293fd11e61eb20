package io.lakeward.pipeline.query;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.LakeCatalog;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.Lake;
import io.lakeward.mapping.Mapping;
import io.lakeward.pipeline.SparkSessions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads the lake of a mapping with SQL. Tables of its namespace go by their bare names. */
public final class LakeQuery {

  private final Mapping mapping;

  /** Queries against the lake of this mapping. */
  public LakeQuery(Mapping mapping) {
    this.mapping = mapping;
  }

  /**
   * Runs a statement that reads, and writes its rows.
   *
   * @param out takes the rows and nothing else; is flushed, not closed
   */
  public void run(String sql, QueryFormat format, OutputStream out) throws IOException {
    List<String> tables = requireNamespace(mapping.lake());
    SparkSession spark = SparkSessions.of(mapping);
    try {
      write(spark, sql, format, out);
    } catch (Exception e) {
      throw QueryErrors.translated(e, tables);
    } finally {
      spark.stop();
    }
  }

  /** Runs a statement in a session that has the mapping's catalog. */
  void write(SparkSession spark, String sql, QueryFormat format, OutputStream out)
      throws Exception {
    var manager = spark.sessionState().catalogManager();
    manager.setCurrentCatalog(mapping.lake().catalog().name());
    manager.setCurrentNamespace(mapping.lake().namespace().toArray(String[]::new));
    ReadOnly.require(spark, sql);
    Dataset<Row> result = spark.sql(sql);
    RowWriter writer = writer(result, format, out);
    Iterator<Row> rows = result.toLocalIterator();
    while (rows.hasNext()) {
      writer.write(rows.next());
    }
    writer.finish();
  }

  /** Fails before Spark is started where there is nothing to read. Gives the tables there are. */
  private static List<String> requireNamespace(Lake lake) {
    Namespace namespace = Namespace.of(lake.namespace().toArray(String[]::new));
    if (lake.catalog().type() == CatalogType.SPARK) {
      return List.of();
    }
    var catalog = LakeCatalog.openExisting(lake.catalog(), new Configuration());
    if (catalog instanceof SupportsNamespaces all && !all.namespaceExists(namespace)) {
      throw LakewardException.of(ErrorCode.NAMESPACE_NOT_FOUND)
          .fact("namespace", namespace)
          .fact("catalog", lake.catalog().name())
          .advice("correct lake.namespace in the mapping, or run the pipeline first")
          .build();
    }
    return catalog.listTables(namespace).stream().map(TableIdentifier::name).sorted().toList();
  }

  private static RowWriter writer(Dataset<Row> result, QueryFormat format, OutputStream stream)
      throws IOException {
    Writer out =
        new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), 1 << 16);
    return switch (format) {
      case TABLE -> new TableRowWriter(result.schema(), out);
      case JSON -> new JsonRowWriter(result.schema().fieldNames(), out);
      case CSV -> new CsvRowWriter(result.schema().fieldNames(), out);
    };
  }
}
