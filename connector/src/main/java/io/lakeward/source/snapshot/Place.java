package io.lakeward.source.snapshot;

import java.util.Optional;

/** Something that can be read as a whole: a path, a table, a query. */
interface Place extends Export {

  /** What a version can be told by without reading rows. */
  PlaceColumns columns();

  /**
   * What tells one state of the place from another, so that nothing is read twice to learn the
   * same; empty where only reading tells.
   */
  Optional<String> state();
}
