package io.lakeward.pipeline.query;

import static java.util.Objects.requireNonNull;

import io.lakeward.lake.DeadLetters;
import io.lakeward.lake.LakeCatalog;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.Table;
import io.lakeward.pipeline.NamedTable;
import io.lakeward.pipeline.SparkSessions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/** Lists the records of a pipeline that were set aside, table by table. */
public final class DeadLetterList {

  /** How a list is written. */
  public enum Format {
    /** For people: for each table what stands aside, then its records. */
    TABLE,
    /** For programs: one JSON object for each table, a line each. */
    JSON;

    /** The name as the command line has it. */
    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private final Mapping mapping;
  private final List<String> tables;
  private final int limit;

  /**
   * A list.
   *
   * @param target of the table of this target name alone; empty for all of the mapping
   * @param limit at most how many records are shown of each table, from 0; all are counted
   * @throws io.lakeward.error.LakewardException TABLE_UNKNOWN where the mapping has no such table
   */
  public DeadLetterList(Mapping mapping, Optional<String> target, int limit) {
    this.mapping = requireNonNull(mapping, "mapping");
    List<Table> chosen =
        target.map(name -> List.of(NamedTable.in(mapping, name))).orElse(mapping.tables());
    this.tables = chosen.stream().map(mapping.lake()::nameOf).toList();
    if (limit < 0) {
      throw new IllegalArgumentException("Cannot show fewer than no records: " + limit);
    }
    this.limit = limit;
  }

  /**
   * Writes the list.
   *
   * @param stream takes the list and nothing else; is flushed, not closed
   */
  public void write(Format format, OutputStream stream) throws IOException {
    Catalog catalog = LakeCatalog.openExisting(mapping.lake().catalog(), new Configuration());
    SparkSession session = SparkSessions.of(mapping);
    try {
      write(session, catalog, format, stream);
    } finally {
      session.stop();
    }
  }

  private void write(SparkSession session, Catalog catalog, Format format, OutputStream stream)
      throws IOException {
    Namespace namespace = Namespace.of(mapping.lake().namespace().toArray(String[]::new));
    Optional<Dataset<Row>> letters = new DeadLetters(catalog, namespace).rows(session);
    Writer out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    for (String table : tables) {
      Optional<Dataset<Row>> ofTable = letters.map(all -> all.filter(isOf(all, table)));
      DeadLetterSummary summary = DeadLetterSummary.of(table, ofTable);
      if (format == Format.JSON) {
        summary.writeJson(records(ofTable), out);
      } else {
        summary.writeTable(records(ofTable), out);
      }
    }
    out.flush();
  }

  private Column isOf(Dataset<Row> letters, String table) {
    return letters
        .col("pipeline")
        .equalTo(mapping.pipeline())
        .and(letters.col("table").equalTo(table));
  }

  /** The records to show: first those that stand aside. No more than the limit are collected. */
  private List<Row> records(Optional<Dataset<Row>> ofTable) {
    return ofTable
        .map(
            all ->
                all.orderBy(
                        functions.col("replayed_at").isNotNull(),
                        functions.col("topic"),
                        functions.col("partition"),
                        functions.col("offset"))
                    .selectExpr(
                        "topic",
                        "partition",
                        "offset",
                        "reason",
                        "date_format(set_aside_at, \"yyyy-MM-dd'T'HH:mm:ss'Z'\") set_aside_at",
                        "date_format(replayed_at, \"yyyy-MM-dd'T'HH:mm:ss'Z'\") replayed_at",
                        "detail")
                    .limit(limit)
                    .collectAsList())
        .orElse(List.of());
  }
}
