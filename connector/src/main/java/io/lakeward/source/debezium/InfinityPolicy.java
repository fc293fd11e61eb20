package io.lakeward.source.debezium;

/** What becomes of PostgreSQL's infinite dates and timestamps (case T11). */
public enum InfinityPolicy {
  /** The record is rejected. */
  FAIL,
  /** The value reads null. */
  NULL,
  /** The value becomes the first moment of year 1, or the last of year 9999. */
  CLAMP
}
