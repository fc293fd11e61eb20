package io.lakeward.source;

/** Decodes the records of one flow to one layout. Made for one task; not thread safe. */
public interface RecordDecoder {

  /**
   * Decodes a record. Never throws for what is in the record: what cannot be decoded is {@link
   * Decoded.Rejected}.
   */
  Decoded decode(SourceRecord record);
}
