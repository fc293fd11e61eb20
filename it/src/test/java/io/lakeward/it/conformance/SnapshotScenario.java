package io.lakeward.it.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A scenario: snapshots, one after the other, and the table afterwards.
 *
 * @param path where they lie below the directory of exports; a glob
 * @param version SQL of the version
 * @param keys the keys of the table in the mapping
 * @param exports the snapshots in the order in which they come
 * @param formats the formats in which it is played; those that hold its columns where none is given
 * @param error the code with which the last of them must fail; empty where none does
 * @param told what the error must say
 */
record SnapshotScenario(
    String name,
    String path,
    String version,
    Map<String, Object> keys,
    List<Export> exports,
    List<ExportFormat> formats,
    Optional<String> error,
    List<String> told,
    List<String> expectedColumns,
    List<List<Object>> expectedRows) {

  private static final String NUMBERED = "version=";

  /**
   * One export.
   *
   * @param place what the glob of the path matches: a directory below that of exports
   * @param number the version, where it is a plain number
   * @param columns the columns in Spark's DDL
   * @param rows fields by name; absent ones are null
   */
  record Export(String place, long number, String columns, List<Map<String, Object>> rows) {}

  /** The scenarios that every product of this kind must pass. */
  static List<SnapshotScenario> shared() {
    return read("/conformance/snapshot.yaml");
  }

  /** Those of what this product has beside. */
  static List<SnapshotScenario> own() {
    return read("/conformance/snapshot-product.yaml");
  }

  /** Whether each snapshot is known by the number in its directory's name, and by nothing else. */
  boolean isNumbered() {
    return path.startsWith(NUMBERED);
  }

  /** Whether no snapshot comes after one of a higher version, or in its place before it fails. */
  boolean isAscending() {
    return IntStream.range(1, exports.size())
        .allMatch(
            i ->
                exports.get(i - 1).number() <= exports.get(i).number()
                    && (error.isEmpty()
                        || !exports.get(i - 1).place().equals(exports.get(i).place())));
  }

  /** Whether all snapshots have the same columns. */
  boolean isSteady() {
    return exports.stream().map(Export::columns).distinct().count() == 1;
  }

  @Override
  public String toString() {
    return name;
  }

  private static List<SnapshotScenario> read(String name) {
    try (InputStream file = SnapshotScenario.class.getResourceAsStream(name)) {
      return list(new Load(LoadSettings.builder().build()).loadFromInputStream(file)).stream()
          .map(SnapshotScenario::map)
          .map(SnapshotScenario::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SnapshotScenario of(Map<String, Object> yaml) {
    Map<String, Object> expected = map(yaml.get("expect"));
    Map<String, Object> snapshot = map(yaml.getOrDefault("snapshot", Map.of()));
    return new SnapshotScenario(
        (String) yaml.get("name"),
        (String) snapshot.getOrDefault("path", NUMBERED + "*"),
        (String) snapshot.getOrDefault("version", "version"),
        map(yaml.get("flow")),
        exports(yaml),
        texts(yaml.getOrDefault("formats", List.of())).stream().map(ExportFormat::of).toList(),
        Optional.ofNullable((String) yaml.get("error")),
        texts(yaml.getOrDefault("told", List.of())),
        texts(expected.get("columns")),
        list(expected.get("rows")).stream().map(SnapshotScenario::list).toList());
  }

  /** A snapshot without columns has those of the one before it. */
  private static List<Export> exports(Map<String, Object> yaml) {
    String columns = (String) yaml.get("columns");
    List<Export> exports = new ArrayList<>();
    for (Object one : list(yaml.get("snapshots"))) {
      Map<String, Object> export = map(one);
      columns = (String) export.getOrDefault("columns", columns);
      long number = ((Number) export.getOrDefault("version", 0)).longValue();
      exports.add(
          new Export(
              (String) export.getOrDefault("place", NUMBERED + number),
              number,
              columns,
              list(export.get("rows")).stream().map(SnapshotScenario::map).toList()));
    }
    return exports;
  }

  private static List<String> texts(Object yaml) {
    return list(yaml).stream().map(String.class::cast).toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object yaml) {
    return (Map<String, Object>) yaml;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object yaml) {
    return (List<Object>) yaml;
  }
}
