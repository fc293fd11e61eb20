package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.change.RejectReason;
import java.util.List;

/** Finds the order of the connector that a record comes from. */
final class SourcePositions {

  private static final List<SourcePosition> KNOWN =
      List.of(new PostgresPosition(), new BinlogPosition(), new SqlServerPosition());

  @SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
  private record Entry(byte[] connector, SourcePosition position) {}

  private static final List<Entry> BY_CONNECTOR =
      KNOWN.stream()
          .flatMap(p -> p.connectors().stream().map(c -> new Entry(c.getBytes(UTF_8), p)))
          .toList();

  private SourcePositions() {}

  static SourcePosition of(SourceBlock source) {
    for (Entry entry : BY_CONNECTOR) {
      if (source.isText(SourceBlock.Field.CONNECTOR, entry.connector())) {
        return entry.position();
      }
    }
    String connector = source.text(SourceBlock.Field.CONNECTOR);
    throw missing(
        connector.isEmpty()
            ? "source.connector is missing"
            : "no order is known for the connector " + connector + "; give sequence_by");
  }

  static RecordRefused missing(String detail) {
    return new RecordRefused(RejectReason.POSITION_MISSING, detail);
  }
}
