package io.lakeward.pipeline.query;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.spark.sql.Row;

/** One JSON object a line. Nulls are there as null. */
final class JsonRowWriter implements RowWriter {

  private final Writer out;
  private final JsonGenerator json;

  JsonRowWriter(String[] columns, Writer out) throws IOException {
    requireDistinct(columns);
    this.out = out;
    this.json = Json.generator(out);
    this.json.setPrettyPrinter(new MinimalPrettyPrinter(""));
  }

  @Override
  public void write(Row row) throws IOException {
    Json.writeObject(row, json);
    json.writeRaw('\n');
  }

  @Override
  public void finish() throws IOException {
    json.flush();
    out.flush();
  }

  /** An object with one name twice is read differently by every reader. */
  private static void requireDistinct(String[] columns) {
    Set<String> seen = new HashSet<>();
    Arrays.stream(columns)
        .filter(column -> !seen.add(column))
        .findFirst()
        .ifPresent(
            column -> {
              throw LakewardException.of(ErrorCode.QUERY_INVALID)
                  .fact("because", "two columns of the result are called " + column)
                  .advice("give one of them another name with AS")
                  .build();
            });
  }
}
