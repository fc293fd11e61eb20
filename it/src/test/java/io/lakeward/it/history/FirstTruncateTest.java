package io.lakeward.it.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A truncate that comes before any row, and so before the table, ends rows that come late. */
class FirstTruncateTest {

  private static final String SCHEMA =
      "{\"type\":\"struct\",\"fields\":["
          + "{\"type\":\"struct\",\"optional\":true,\"field\":\"after\",\"fields\":["
          + "{\"type\":\"int64\",\"field\":\"id\"},{\"type\":\"string\",\"optional\":true,\"field\":\"name\"}]},"
          + "{\"type\":\"struct\",\"field\":\"source\",\"fields\":["
          + "{\"type\":\"string\",\"field\":\"connector\"},{\"type\":\"int64\",\"field\":\"lsn\"},"
          + "{\"type\":\"string\",\"field\":\"sequence\"}]},"
          + "{\"type\":\"string\",\"field\":\"op\"}]}";

  @TempDir private Path directory;
  private CaptureFiles captures;

  @BeforeEach
  void aTruncateAndThenRows() {
    captures = new CaptureFiles(directory);
    captures.addText(0, "t", 0, null, envelope("t", "null", 30));
    captures.addText(1, "t", 1, key(1), envelope("c", row(1, "before"), 10));
    captures.addText(1, "t", 2, key(2), envelope("c", row(2, "behind"), 40));
  }

  @Test
  void inOneRun() {
    Run.once(mapping());
    assertRows();
  }

  @Test
  void inSeveralRuns() {
    captures.remove(1);
    Run.once(mapping());
    captures.addText(1, "t", 1, key(1), envelope("c", row(1, "before"), 10));
    captures.addText(1, "t", 2, key(2), envelope("c", row(2, "behind"), 40));
    Run.once(mapping());
    assertRows();
  }

  private void assertRows() {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      assertThat(lake.table("t").rows())
          .extracting(
              row -> row.get("name"), row -> row.get("__START_AT"), row -> row.get("__END_AT"))
          .containsExactlyInAnyOrder(tuple("before", 10L, 30L), tuple("behind", 40L, null));
    }
  }

  private Path mapping() {
    return PipelineFile.ofCapture(directory)
        .format("debezium-json")
        .table(
            "t",
            "topic: t",
            "stored_as_scd_type: 2",
            "on_truncate: end_all",
            "interval_value: _change.source.lsn")
        .write();
  }

  private static String key(int id) {
    return "{\"schema\":{\"type\":\"struct\",\"fields\":[{\"type\":\"int64\",\"field\":\"id\"}]},\"payload\":{\"id\":"
        + id
        + "}}";
  }

  private static String row(int id, String name) {
    return "{\"id\":" + id + ",\"name\":\"" + name + "\"}";
  }

  private static String envelope(String op, String after, int lsn) {
    return "{\"schema\":"
        + SCHEMA
        + ",\"payload\":{\"before\":null,\"after\":"
        + after
        + ",\"source\":{\"connector\":\"postgresql\",\"lsn\":"
        + lsn
        + ",\"sequence\":\"[\\\""
        + (lsn - 1)
        + "\\\",\\\""
        + lsn
        + "\\\"]\"},\"op\":\""
        + op
        + "\"}}";
  }
}
