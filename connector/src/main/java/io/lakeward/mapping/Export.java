package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Every row of a source, to be compared with a table.
 *
 * @param path where it lies, as that of {@link Input.Snapshots}
 * @param format how it is written
 * @param version what comes last, where there are several; empty where there is one
 * @param options for the reader; some are secrets
 * @param schema the columns, where the format does not carry them
 * @param absentWithin over the columns by their names in the source: which part of it this is;
 *     empty for all of it
 * @param successMarker the file without which a directory is not complete yet; empty for none
 */
public record Export(
    String path,
    SnapshotFormat format,
    Optional<Expression> version,
    Options options,
    Optional<DeclaredSchema> schema,
    Optional<Expression> absentWithin,
    Optional<String> successMarker) {

  public Export {
    Checks.text(path, "path");
    requireNonNull(format, "format");
    requireNonNull(version, "version");
    requireNonNull(options, "options");
    requireNonNull(schema, "schema");
    requireNonNull(absentWithin, "absentWithin");
    requireNonNull(successMarker, "successMarker");
  }

  /** That of a flow of snapshots. */
  public static Export of(Flow flow, Input.Snapshots snapshots) {
    return new Export(
        snapshots.path(),
        snapshots.format(),
        Optional.of(snapshots.version()),
        snapshots.options(),
        flow.encoding().schema(),
        snapshots.absentWithin(),
        snapshots.successMarker());
  }
}
