package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.DeclaredSchema;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rules about the names of a flow's columns.
 *
 * @param section where they are given
 * @param columns the columns that are taken
 * @param rename names in the table by names in the source
 * @param schema the columns of the source, where they are declared
 */
record Names(
    Section section, Columns columns, Map<String, String> rename, Optional<DeclaredSchema> schema) {

  private static final String RESERVED_PREFIX = "_lakeward";
  private static final String CHANGE = "_change";

  /** A choice of columns by two keys of which at most one may be there. */
  static Columns choice(
      Section section, Key<List<String>> only, Key<List<String>> except, ErrorCode both) {
    section.atMostOne(both, only, except);
    Optional<List<String>> taken = section.get(only);
    Optional<List<String>> left = section.get(except);
    if (taken.isPresent()) {
      return new Columns.Only(taken.get());
    }
    return left.isPresent() ? new Columns.Except(left.get()) : new Columns.All();
  }

  /** Reports names that Lakeward keeps for itself. */
  static void reserved(Section section, Key<?> key, Collection<String> names) {
    for (String name : names) {
      String folded = name.toLowerCase(Locale.ROOT);
      if (folded.startsWith(RESERVED_PREFIX) || folded.equals(CHANGE)) {
        section.report(
            key,
            ErrorCode.RESERVED_COLUMN_NAME,
            name,
            "Names that begin with " + RESERVED_PREFIX + ", and " + CHANGE + ", are reserved");
      }
    }
  }

  /** Keys must land in the table. */
  void requireSelected(List<String> keys) {
    for (String key : keys) {
      if (!columns.takes(key)) {
        report("keys", ErrorCode.KEY_NOT_SELECTED, key, "Take it into the columns");
      }
    }
  }

  /** Names of columns of the source must be among the declared ones. */
  void requireKnown(String key, List<String> names) {
    if (schema.isEmpty()) {
      return;
    }
    List<String> known = schema.get().columns();
    for (String name : names) {
      if (!known.contains(name)) {
        String meant = Spelling.suggestion(name, known);
        String fix = meant.isEmpty() ? "The schema has " + String.join(", ", known) : meant;
        report(key, ErrorCode.COLUMNS_NOT_FOUND, name, fix);
      }
    }
  }

  /** The columns of the table must differ in more than case, and none may be reserved. */
  boolean requireDistinct(Key<?> renameKey, Key<?> addKey, List<String> added) {
    for (String source : rename.keySet()) {
      if (!columns.takes(source)) {
        section.report(renameKey, source + " is renamed but not taken", "");
      }
    }
    Map<String, String> origins = new HashMap<>();
    boolean distinct = true;
    for (String source : sources().toList()) {
      String target = rename.getOrDefault(source, source);
      distinct &= isFree(renameKey, target, source, origins);
    }
    for (String name : added) {
      distinct &= isFree(addKey, name, "add_columns", origins);
    }
    Key<?> schemaKey = new Key<>("schema", Scalars.TEXT);
    reserved(section, schemaKey, sources().filter(s -> !rename.containsKey(s)).toList());
    reserved(section, renameKey, rename.values());
    reserved(section, addKey, added);
    return distinct;
  }

  private boolean isFree(Key<?> key, String target, String source, Map<String, String> origins) {
    String other = origins.putIfAbsent(target.toLowerCase(Locale.ROOT), source);
    if (other != null) {
      section.report(
          key,
          ErrorCode.DUPLICATE_COLUMN_NAME,
          target + " comes from " + other + " and from " + source,
          "");
    }
    return other == null;
  }

  /** The columns that are known to be taken: the declared ones, or else those that are named. */
  private Stream<String> sources() {
    if (schema.isPresent()) {
      return schema.get().columns().stream().filter(columns::takes);
    }
    Stream<String> listed =
        columns instanceof Columns.Only only ? only.names().stream() : Stream.empty();
    return Stream.concat(listed, rename.keySet().stream()).distinct();
  }

  private void report(String key, ErrorCode code, String what, String fix) {
    section.report(new Key<>(key, Scalars.TEXT), code, what, fix);
  }
}
