package io.lakeward.source;

import java.io.Serializable;

/** An envelope with its options: how the bytes of a flow's records become changes. Immutable. */
public interface RecordFormat extends Serializable {

  /** A decoder for one task that fills rows of this layout. */
  RecordDecoder decoder(Layout layout);
}
