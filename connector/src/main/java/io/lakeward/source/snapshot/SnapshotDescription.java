package io.lakeward.source.snapshot;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/**
 * Where full snapshots lie and what tells their versions.
 *
 * @param path files: a path or glob, of any file system that Hadoop knows, each match of which is a
 *     snapshot; {@code iceberg}: a table of the lake's catalog, with its namespaces before dots;
 *     {@code jdbc}: a table as the database spells it, or a query, in parentheses or not
 * @param format how the rows are encoded
 * @param version SQL of the version; over the place of a snapshot where it resolves there, else
 *     over its columns, of which each distinct value is then a snapshot; for {@code jdbc} also a
 *     query that begins with {@code SELECT}. Empty where versions do not matter: what is there is
 *     read.
 * @param options what Spark's reader of the format understands; values may be secrets
 * @param schema the columns of formats that do not carry them; empty where they do
 * @param successMarker the name of a file without which a directory is not complete yet; empty
 *     where there is none
 */
public record SnapshotDescription(
    String path,
    SnapshotFormat format,
    Optional<String> version,
    Map<String, String> options,
    Optional<StructType> schema,
    Optional<String> successMarker) {

  public SnapshotDescription {
    requireNonNull(format, "format");
    requireNonNull(schema, "schema");
    options = Map.copyOf(options);
    requireText(path, "path");
    version.ifPresent(sql -> requireText(sql, "version"));
    successMarker.ifPresent(name -> requireText(name, "successMarker"));
  }

  /** The version where it is a query that the database answers; empty where it is an expression. */
  Optional<String> versionQuery() {
    return version.filter(sql -> format == SnapshotFormat.JDBC && JdbcTable.isQuery(sql));
  }

  /** Without the values of the options, which may be secrets. */
  @Override
  public String toString() {
    return "SnapshotDescription[path=%s, format=%s, version=%s, options=%s]"
        .formatted(path, format, version.orElse(""), options.keySet());
  }

  private static void requireText(String text, String name) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("Cannot describe snapshots by an empty " + name);
    }
  }
}
