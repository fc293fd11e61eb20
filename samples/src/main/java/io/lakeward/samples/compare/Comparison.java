package io.lakeward.samples.compare;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.Table;

/**
 * Compares a table of the source with its replica. The replica's rows are held in memory by key,
 * the source's pass by.
 */
public final class Comparison {

  private final SourceTable source;
  private final Replica replica;
  private final Findings findings = new Findings();
  private long sourceRows;

  private Comparison(SourceTable source, Replica replica) {
    this.source = source;
    this.replica = replica;
  }

  /**
   * Compares now; nobody may write to either side meanwhile.
   *
   * @param connection to the source
   * @param table the table's name there
   * @param lake the replica
   */
  public static Verdict compare(Connection connection, String table, Table lake)
      throws SQLException, IOException {
    SourceTable source = new SourceTable(connection, table);
    return new Comparison(source, new Replica(lake, source.columns())).verdict();
  }

  private Verdict verdict() throws SQLException, IOException {
    List<String> schema = replica.schemaDifferences();
    if (!schema.isEmpty()) {
      schema.forEach(findings::add);
      return new Verdict(-1, -1, findings.count(), findings.first());
    }
    List<Integer> keyPlaces = source.keyPlaces();
    Map<List<Object>, Row> unmatched =
        replica.rows(keyPlaces, key -> findings.add("key " + key + ": more than once in the lake"));
    long replicaRows = unmatched.size();
    source.rows(
        row -> {
          sourceRows++;
          List<Object> key = row.key(keyPlaces);
          Row found = unmatched.remove(key);
          if (found == null) {
            findings.add("key " + key + ": missing in the lake");
          } else {
            compare(key, row, found);
          }
        });
    unmatched.keySet().forEach(key -> findings.add("key " + key + ": not in the source"));
    return new Verdict(sourceRows, replicaRows, findings.count(), findings.first());
  }

  private void compare(List<Object> key, Row expected, Row found) {
    for (int i = 0; i < source.columns().size(); i++) {
      if (!Objects.equals(expected.value(i), found.value(i))) {
        findings.add(
            "key %s, %s: source %s, lake %s"
                .formatted(
                    key,
                    source.columns().get(i).name(),
                    shown(expected.value(i)),
                    shown(found.value(i))));
      }
    }
  }

  private static String shown(Object value) {
    if (value == null) {
      return "null";
    }
    String text = value.toString();
    String cut = text.length() > 60 ? text.substring(0, 60) + "… (" + text.length() + ")" : text;
    return value.getClass().getSimpleName() + " " + cut;
  }
}
