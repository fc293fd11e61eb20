package io.lakeward.source;

/** Decodes the records of one flow to one layout. Made for one task; not thread safe. */
@FunctionalInterface
public interface RecordDecoder {

  /**
   * Decodes a record. Never throws for what is in the record: what cannot be decoded is {@link
   * Decoded.Rejected}.
   */
  Decoded decode(SourceRecord record);

  /**
   * What was found in the records decoded so far. Of columns it says nothing for formats whose
   * records leave out what they do not speak of.
   */
  default Findings findings() {
    return Findings.NONE;
  }
}
