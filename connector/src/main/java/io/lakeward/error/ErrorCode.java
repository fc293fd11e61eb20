package io.lakeward.error;

/**
 * The stable codes of all errors. The name of a constant is what users search for and what scripts
 * match, so it never changes; the sentence is fixed and carries no values.
 */
public enum ErrorCode {
  // The mapping and the command line
  MAPPING_INVALID(Actor.OPERATOR, "Cannot use the mapping"),
  NOT_SUPPORTED(Actor.OPERATOR, "Cannot do this in this version"),
  TABLE_UNKNOWN(Actor.OPERATOR, "Cannot find the table in the mapping"),
  QUERY_INVALID(Actor.OPERATOR, "Cannot run the query"),
  QUERY_FAILED(Actor.EXTERNAL, "Cannot finish the query"),
  NAMESPACE_NOT_FOUND(Actor.OPERATOR, "Cannot find the namespace"),
  EXPRESSION_INVALID(Actor.OPERATOR, "Cannot use the expression"),
  PARTITIONING_INVALID(Actor.OPERATOR, "Cannot partition the table"),
  EMPTY_KEYS(Actor.OPERATOR, "Cannot merge a table without keys"),
  MISSING_SEQUENCE_BY(Actor.OPERATOR, "Cannot order the changes of a table"),
  NON_ORDERABLE_SEQUENCE(Actor.OPERATOR, "Cannot order by the sequence"),
  NON_ORDERABLE_KEY(Actor.OPERATOR, "Cannot use a column without an order as a key"),
  COLUMNS_NOT_FOUND(Actor.OPERATOR, "Cannot find the columns"),
  BOTH_COLUMN_LIST_AND_EXCEPT_COLUMN_LIST(
      Actor.OPERATOR, "Cannot both list and except the columns of a table"),
  CONFLICTING_IGNORE_NULL_OPTIONS(Actor.OPERATOR, "Cannot combine the options for partial updates"),
  FAN_IN_MISMATCH(Actor.OPERATOR, "Cannot merge flows that differ into one table"),
  KEY_NOT_SELECTED(Actor.OPERATOR, "Cannot leave a key out of the table"),
  RESERVED_COLUMN_NAME(Actor.OPERATOR, "Cannot use a reserved column name"),
  DUPLICATE_COLUMN_NAME(Actor.DATA, "Cannot tell two columns of one name apart"),

  // The systems around
  BROKER_UNREACHABLE(Actor.EXTERNAL, "Cannot reach the Kafka broker"),
  TOPIC_NOT_FOUND(Actor.OPERATOR, "Cannot find the topic"),
  CAPTURE_UNREADABLE(Actor.OPERATOR, "Cannot read the capture"),
  SCHEMA_REGISTRY_UNREADABLE(Actor.EXTERNAL, "Cannot read a schema from the registry"),
  RECORDS_UNSTEADY(Actor.EXTERNAL, "Cannot tell twice alike what a record is"),
  CATALOG_UNREACHABLE(Actor.EXTERNAL, "Cannot open the catalog"),
  WAREHOUSE_UNUSABLE(Actor.OPERATOR, "Cannot use the warehouse"),

  // Records
  RECORD_REJECTED(Actor.DATA, "Cannot apply a record"),
  SCHEMA_CHANGE_REFUSED(
      Actor.OPERATOR, "Cannot alter a table that the mapping wants to stay as it is"),
  TOO_MANY_DEAD_LETTERS(Actor.DATA, "Cannot set more records aside"),
  KEY_CHANGES_UNLINKED(Actor.OPERATOR, "Cannot link key changes without their headers"),
  POSITION_INVALID(Actor.OPERATOR, "Cannot read the position"),
  POSITION_REQUIRED(Actor.OPERATOR, "Cannot repair a table without a position"),
  NULL_SEQUENCE(Actor.DATA, "Cannot order a change without a sequence"),
  NULL_KEY(Actor.DATA, "Cannot apply a change without a key"),

  // Snapshots
  SNAPSHOT_NOT_FOUND(Actor.OPERATOR, "Cannot find a snapshot"),
  SNAPSHOT_INCOMPLETE(Actor.EXTERNAL, "Cannot read a snapshot before all of it is there"),
  SNAPSHOT_UNREADABLE(Actor.DATA, "Cannot read the snapshot"),
  OUT_OF_ORDER_SNAPSHOT_VERSION(Actor.DATA, "Cannot apply a snapshot out of its order"),
  COLUMNS_NOT_COMPARABLE(Actor.OPERATOR, "Cannot compare the columns"),
  DUPLICATE_KEY(Actor.DATA, "Cannot apply a snapshot that has a key more than once"),

  // Tables
  TARGET_NOT_ICEBERG(Actor.OPERATOR, "Cannot write to a table that is not an Iceberg table"),
  TABLE_OWNED(Actor.OPERATOR, "Cannot write to the table of another pipeline"),
  WRITER_FENCED(Actor.OPERATOR, "Cannot commit after another writer has taken over"),
  TABLE_NOT_FOUND(Actor.OPERATOR, "Cannot find the table in the lake"),
  TABLE_EXISTS(Actor.OPERATOR, "Cannot use the name of a table that is there"),
  SOURCE_INCOMPLETE(Actor.OPERATOR, "Cannot replay the source from its beginning"),
  SOURCE_EMPTY(Actor.OPERATOR, "Cannot build a table from a source without records"),
  TOMBSTONES_FORGOTTEN(Actor.OPERATOR, "Cannot replay records after deletes were forgotten"),
  OFFSETS_AHEAD(Actor.OPERATOR, "Cannot continue behind a gap in the offsets"),
  OFFSETS_UNREADABLE(Actor.OPERATOR, "Cannot read the offsets of a batch"),
  KEY_SCHEMA_DRIFT(Actor.OPERATOR, "Cannot change the keys of a table"),
  SEQUENCING_TYPE_DRIFT(Actor.OPERATOR, "Cannot change the sequence type of a table"),
  SCD_TYPE_DRIFT(Actor.OPERATOR, "Cannot change the SCD type of a table"),
  PARTITIONING_DRIFT(Actor.OPERATOR, "Cannot change the partitioning of a table"),
  INTERVAL_DRIFT(Actor.OPERATOR, "Cannot change the interval columns of a table"),
  TRACK_HISTORY_DRIFT(Actor.OPERATOR, "Cannot change the tracked columns of a table"),
  COLUMN_TYPE_DRIFT(Actor.DATA, "Cannot change the type of a column"),
  COMMIT_CONFLICT(Actor.EXTERNAL, "Cannot commit to the table"),
  FLOW_FAILED(Actor.OPERATOR, "Cannot continue the flow"),

  // Ours
  INVARIANT_BROKEN(Actor.DEFECT, "Cannot continue after a broken invariant");

  private final Actor actor;
  private final String sentence;

  ErrorCode(Actor actor, String sentence) {
    this.actor = actor;
    this.sentence = sentence;
  }

  /** Who must act. */
  public Actor actor() {
    return actor;
  }

  /** The fixed sentence, without a final period. */
  public String sentence() {
    return sentence;
  }
}
