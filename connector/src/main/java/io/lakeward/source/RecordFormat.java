package io.lakeward.source;

import java.io.Serializable;
import java.util.Optional;
import java.util.Set;

/** An envelope with its options: how the bytes of a flow's records become changes. Immutable. */
public interface RecordFormat extends Serializable {

  /** A decoder for one task that fills rows of this layout. */
  RecordDecoder decoder(Layout layout);

  /** The shape of all records where it is known before any of them is seen. */
  default Optional<RecordShape> declaredShape() {
    return Optional.empty();
  }

  /** The columns that hold when a record was loaded, by their names in the table. */
  default Set<String> loadTimes() {
    return Set.of();
  }
}
