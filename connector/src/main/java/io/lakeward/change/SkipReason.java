package io.lakeward.change;

/** Why a record that is well formed carries no change of the table. Counted by reason. */
public enum SkipReason {
  /** A null value after a delete: it only lets Kafka's compaction forget the key. */
  TOMBSTONE,
  /** A Debezium logical decoding message ({@code op = m}). */
  LOGICAL_MESSAGE,
  /** A heartbeat of the connector. */
  HEARTBEAT,
  /** A schema change event of the connector's own topic. */
  SCHEMA_CHANGE,
  /** A begin or end marker of a source transaction. */
  TRANSACTION_MARKER,
  /** A truncate of the source, where the mapping says {@code on_truncate: ignore}. */
  TRUNCATE_IGNORED,
  /** A record whose offset the table already holds. */
  ALREADY_APPLIED
}
