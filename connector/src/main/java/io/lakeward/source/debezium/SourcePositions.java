package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.change.OrderedBytes;
import io.lakeward.change.RejectReason;
import java.util.List;
import java.util.Optional;

/** Finds the order of the connector that a record comes from. */
final class SourcePositions {

  private static final List<SourcePosition> KNOWN =
      List.of(
          new PostgresPosition(),
          new BinlogPosition(),
          new SqlServerPosition(),
          new OraclePosition(),
          new Db2Position(),
          new InformixPosition(),
          new VitessPosition(),
          new SpannerPosition(),
          new MongoPosition());

  @SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
  private record Entry(byte[] connector, Optional<SourcePosition> found) {}

  private static final List<Entry> BY_CONNECTOR =
      KNOWN.stream()
          .flatMap(
              p -> p.connectors().stream().map(c -> new Entry(c.getBytes(UTF_8), Optional.of(p))))
          .toList();

  private SourcePositions() {}

  /** The orders that are known. */
  static List<SourcePosition> known() {
    return KNOWN;
  }

  /** The order of the connector; empty where none is known. */
  static Optional<SourcePosition> find(SourceBlock source) {
    for (Entry entry : BY_CONNECTOR) {
      if (source.isText(SourceBlock.Field.CONNECTOR, entry.connector())) {
        return entry.found();
      }
    }
    return Optional.empty();
  }

  /** The encoded position of an envelope, in this order. */
  static byte[] encode(SourcePosition order, Envelope envelope, OrderedBytes buffer) {
    buffer.reset();
    order.write(envelope.source(), envelope.op() == 'r' ? 0 : 1, buffer);
    return buffer.toBytes();
  }

  /**
   * The order of the connector.
   *
   * @throws RecordRefused POSITION_MISSING where none is known
   */
  static SourcePosition of(SourceBlock source) {
    Optional<SourcePosition> found = find(source);
    if (found.isPresent()) {
      return found.get();
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
