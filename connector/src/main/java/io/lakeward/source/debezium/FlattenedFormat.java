package io.lakeward.source.debezium;

import static java.util.Objects.requireNonNull;

import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.RecordShape;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rows of Debezium's {@code ExtractNewRecordState}: a row's columns and beside them, under a
 * prefix, what the transform was told to keep of the envelope ({@code add.fields}, {@code
 * delete.tombstone.handling.mode}). The envelope is put together again and read as such, so that a
 * flattened feed means what the full one does (Debezium's documentation, "New Record State
 * Extraction").
 *
 * @param envelope the format of full envelopes
 * @param prefix what the names of the transform's own fields begin with; {@value #PREFIX} unless
 *     configured otherwise
 * @param tombstones what a record without a value is
 * @param declared the columns of records without schema, by their names there: these are columns
 *     also where they are called like a field of the transform
 */
public record FlattenedFormat(
    RecordFormat envelope, String prefix, Tombstones tombstones, List<String> declared)
    implements RecordFormat {

  /** The prefix that Debezium's transform has by default. */
  public static final String PREFIX = "__";

  /** What a record without a value is in a flattened feed. */
  public enum Tombstones {
    /** The delete of its key: in some modes of the transform there is no other. */
    DELETE,
    /** Nothing, since the mapping says what deletes are. */
    SKIP
  }

  public FlattenedFormat {
    requireNonNull(envelope, "envelope");
    requireNonNull(prefix, "prefix");
    requireNonNull(tombstones, "tombstones");
    declared = List.copyOf(declared);
  }

  @Override
  public RecordDecoder decoder(Layout layout) {
    return new FlattenedDecoder(
        envelope.decoder(layout), new FlattenedFields(prefix, Set.copyOf(declared)), tombstones);
  }

  @Override
  public Optional<RecordShape> declaredShape() {
    return envelope.declaredShape();
  }

  @Override
  public Set<String> loadTimes() {
    return envelope.loadTimes();
  }
}
