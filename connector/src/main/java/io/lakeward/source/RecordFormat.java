package io.lakeward.source;

import java.io.Serializable;
import java.util.Optional;

/** An envelope with its options: how the bytes of a flow's records become changes. Immutable. */
public interface RecordFormat extends Serializable {

  /** A decoder for one task that fills rows of this layout. */
  RecordDecoder decoder(Layout layout);

  /** The shape of all records where it is known before any of them is seen. */
  default Optional<RecordShape> declaredShape() {
    return Optional.empty();
  }
}
