package io.lakeward.pipeline;

/** How the rows of a key differ between a source and its table. */
public enum DifferenceKind {
  /** Both have one, with other values. */
  DIFFERENT,
  /** Only the source has one. */
  MISSING,
  /** Only the table has one. */
  EXTRA
}
