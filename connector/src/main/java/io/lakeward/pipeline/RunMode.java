package io.lakeward.pipeline;

/** How long a run lasts. */
public enum RunMode {
  /** Until all that was there at the start is applied. */
  ONCE,
  /** Until it is told to end. */
  CONTINUOUS
}
