package io.lakeward.source.snapshot;

/** A full export that has its place in an order of exports. */
public interface Snapshot extends Export {

  /** What orders it among the snapshots of its source. */
  Version version();
}
