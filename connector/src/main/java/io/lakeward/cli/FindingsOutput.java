package io.lakeward.cli;

import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.pipeline.Findings;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes what a reconciliation found.
 *
 * @param findings what it found
 * @param out takes it; is flushed, not closed
 */
record FindingsOutput(Findings findings, PrintStream out) {

  /** Numbers keep every digit. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build();

  private static final String[] HEADER = {"difference", "key", "column", "source", "lake"};

  /** Writes it. */
  void write(ReconcileFormat format) throws IOException {
    PrintWriter writer = new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    switch (format) {
      case JSON -> writer.println(JSON.writeValueAsString(json()));
      case TABLE -> writeTable(writer);
    }
    writer.flush();
  }

  private ObjectNode json() throws IOException {
    ObjectNode node = JSON.createObjectNode();
    node.put("table", findings.table());
    node.put("source", findings.source());
    Findings.Counts counts = findings.counts();
    node.put("equal", counts.equal());
    node.put("different", counts.different());
    node.put("missing", counts.missing());
    node.put("extra", counts.extra());
    node.put("newer", counts.newer());
    node.put("settled", findings.settled());
    node.put("undecided", findings.undecided());
    findings
        .standing()
        .position()
        .ifPresentOrElse(place -> node.put("position", place), () -> node.putNull("position"));
    switch (findings.standing().feed()) {
      case BEYOND -> node.put("feed_beyond_position", true);
      case NOT_SEEN_BEYOND -> node.put("feed_beyond_position", false);
      case NONE -> node.putNull("feed_beyond_position");
    }
    ArrayNode examples = node.putArray("examples");
    for (String example : findings.examples()) {
      examples.add(JSON.readTree(example));
    }
    findings
        .repair()
        .ifPresent(
            repair ->
                node.putObject("repair")
                    .put("position", repair.position())
                    .put("applied", repair.applied())
                    .put("superseded", repair.superseded())
                    .put("remaining", repair.remaining()));
    ArrayNode notes = node.putArray("notes");
    findings.notes().forEach(notes::add);
    return node;
  }

  private void writeTable(PrintWriter writer) throws IOException {
    Findings.Counts counts = findings.counts();
    writer.printf("%s against %s%n", findings.table(), findings.source());
    writer.printf(
        "%,d equal, %,d different, %,d missing, %,d extra%s%n",
        counts.equal(), counts.different(), counts.missing(), counts.extra(), remarks());
    String standing = standing();
    if (!standing.isEmpty()) {
      writer.println(standing);
    }
    if (!findings.examples().isEmpty()) {
      writeExamples(writer);
    }
    findings
        .repair()
        .ifPresent(
            repair ->
                writer.printf(
                    "repaired at %s: %,d applied, %,d superseded, %,d still %s%n",
                    repair.position(),
                    repair.applied(),
                    repair.superseded(),
                    repair.remaining(),
                    repair.remaining() == 1 ? "differs" : "differ"));
    findings.notes().forEach(note -> writer.println("note: " + note));
  }

  private String remarks() {
    StringBuilder remarks = new StringBuilder();
    if (findings.counts().newer() > 0) {
      remarks.append(", %,d newer".formatted(findings.counts().newer()));
    }
    if (findings.settled() > 0) {
      remarks.append(" (%,d agreed on a second look)".formatted(findings.settled()));
    }
    if (findings.undecided() > 0) {
      remarks.append(" (%,d may be on their way still)".formatted(findings.undecided()));
    }
    return remarks.toString();
  }

  private String standing() {
    String remark =
        switch (findings.standing().feed()) {
          case BEYOND -> " in the source's log, beyond which the feed was seen";
          case NOT_SEEN_BEYOND -> " in the source's log, beyond which the feed was not seen";
          case NONE -> "";
        };
    return findings.standing().position().map(at -> "as of " + at + remark).orElse("");
  }

  private void writeExamples(PrintWriter writer) throws IOException {
    List<String[]> rows = new ArrayList<>();
    rows.add(HEADER);
    for (String example : findings.examples()) {
      JsonNode node = JSON.readTree(example);
      List<String[]> columns = new ArrayList<>();
      for (Map.Entry<String, JsonNode> column : node.path("columns").properties()) {
        columns.add(
            new String[] {
              "",
              "",
              column.getKey(),
              shown(column.getValue().path("source")),
              shown(column.getValue().path("lake"))
            });
      }
      if (columns.isEmpty()) {
        columns.add(new String[] {"", "", "", "", ""});
      }
      columns.get(0)[0] = node.path("kind").asText();
      columns.get(0)[1] = key(node.path("key"));
      rows.addAll(columns);
    }
    new AlignedColumns(rows).write(writer);
  }

  private static String key(JsonNode key) throws IOException {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> part : key.properties()) {
      parts.add(part.getKey() + "=" + shown(part.getValue()));
    }
    return String.join(", ", parts);
  }

  private static String shown(JsonNode value) throws IOException {
    return value.isTextual() ? value.asText() : JSON.writeValueAsString(value);
  }
}
