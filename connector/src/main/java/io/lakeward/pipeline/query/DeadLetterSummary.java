package io.lakeward.pipeline.query;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * How many records of a table were set aside.
 *
 * @param table the table's full name
 * @param standing those that stand aside, by reason
 * @param replayed those that were replayed since
 */
record DeadLetterSummary(String table, Map<String, Long> standing, long replayed) {
  DeadLetterSummary {
    requireNonNull(table, "table");
    standing = new TreeMap<>(standing);
  }

  /** Counts records, of which there may be none. */
  static DeadLetterSummary of(String table, Optional<Dataset<Row>> letters) {
    Map<String, Long> standing = new TreeMap<>();
    long replayed = 0;
    for (Row row : letters.map(DeadLetterSummary::counts).orElse(List.of())) {
      if (row.getBoolean(1)) {
        replayed += row.getLong(2);
      } else {
        standing.put(row.getString(0), row.getLong(2));
      }
    }
    return new DeadLetterSummary(table, standing, replayed);
  }

  private static List<Row> counts(Dataset<Row> letters) {
    return letters
        .groupBy(functions.col("reason"), functions.col("replayed_at").isNotNull())
        .count()
        .collectAsList();
  }

  /** Writes it for people, with some of its records. */
  void writeTable(List<Row> records, Writer out) throws IOException {
    out.write(line() + System.lineSeparator());
    if (!records.isEmpty()) {
      TableRowWriter rows = new TableRowWriter(records.get(0).schema(), out);
      for (Row row : records) {
        rows.write(row);
      }
      rows.finish();
    }
  }

  /** Writes it as one JSON object, with some of its records. */
  void writeJson(List<Row> records, Writer out) throws IOException {
    JsonGenerator json = Json.generator(out);
    json.setPrettyPrinter(new MinimalPrettyPrinter(""));
    json.writeStartObject();
    json.writeStringField("table", table);
    json.writeNumberField("set_aside", all());
    json.writeNumberField("replayed", replayed);
    json.writeObjectFieldStart("reasons");
    for (Map.Entry<String, Long> reason : standing.entrySet()) {
      json.writeNumberField(reason.getKey(), reason.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("records");
    for (Row row : records) {
      Json.writeObject(row, json);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  private String line() {
    String reasons =
        standing.entrySet().stream()
            .map(reason -> String.format(Locale.ROOT, "%,d %s", reason.getValue(), reason.getKey()))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%s: %,d set aside%s, %,d replayed",
        table,
        all(),
        reasons.isEmpty() ? "" : " (" + reasons + ")",
        replayed);
  }

  private long all() {
    return standing.values().stream().mapToLong(Long::longValue).sum();
  }
}
