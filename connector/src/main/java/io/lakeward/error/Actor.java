package io.lakeward.error;

/** Who can mend a problem. */
public enum Actor {
  /** Whoever runs Lakeward: the mapping, the command line, the environment. */
  OPERATOR,
  /** Whoever produces the records. */
  DATA,
  /** A system beside Lakeward: the broker, the catalog, the storage. */
  EXTERNAL,
  /** Lakeward itself: please report it. */
  DEFECT
}
