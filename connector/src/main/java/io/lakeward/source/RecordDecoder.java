package io.lakeward.source;

import java.util.Set;

/** Decodes the records of one flow to one layout. Made for one task; not thread safe. */
@FunctionalInterface
public interface RecordDecoder {

  /**
   * Decodes a record. Never throws for what is in the record: what cannot be decoded is {@link
   * Decoded.Rejected}.
   */
  Decoded decode(SourceRecord record);

  /**
   * The columns of the flow, by their names in the layout, that read null in rows decoded so far
   * because their records did not have them. Empty for formats whose records leave out what they do
   * not speak of.
   */
  default Set<String> absentColumns() {
    return Set.of();
  }
}
