package io.lakeward.autocdc;

/** How a change that was folded ends (semantics, section 13). Every change ends in exactly one. */
public enum Outcome {
  /** The table shows the change. */
  APPLIED,
  /** The table showed the change already, or the change deletes what is not there. */
  UNCHANGED,
  /** A newer change of its key hides it. */
  SUPERSEDED
}
