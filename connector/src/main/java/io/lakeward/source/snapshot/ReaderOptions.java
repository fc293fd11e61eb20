package io.lakeward.source.snapshot;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The options of Spark's readers: what the mapping may not give, and what holds where it does not.
 */
final class ReaderOptions {

  private static final Set<String> SAID_BY_THE_PATH =
      Set.of("path", "paths", "basepath", "dbtable", "query", "__globpaths__");

  /** Options with the values under which rows are passed over, that would then be deleted. */
  private static final Map<String, String> LOSE_ROWS =
      Map.of("ignorecorruptfiles", "true", "ignoremissingfiles", "true", "mode", "dropmalformed");

  /** Options that leave out files, rows or what is wrong with them, whatever their value. */
  private static final Set<String> LOSE_SOME =
      Set.of(
          "ignoreinvalidpartitionpaths",
          "modifiedbefore",
          "modifiedafter",
          "pathglobfilter",
          "samplingratio");

  /** What no value is. */
  private static final String NO_TEXT = "\u0000";

  /** Without a format Spark takes a time for a date too, and leaves it out. */
  private static final String DATE = "yyyy-MM-dd";

  private static final Set<String> ENCODINGS = Set.of("encoding", "charset");

  private ReaderOptions() {}

  /**
   * The options of a description, whose names have no case.
   *
   * @throws LakewardException MAPPING_INVALID where one of them may not be given
   */
  static TreeMap<String, String> of(SnapshotDescription description) {
    TreeMap<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    description
        .options()
        .forEach(
            (name, value) -> {
              requireAllowed(name.toLowerCase(Locale.ROOT), name, value);
              options.put(name, value);
            });
    return options;
  }

  private static void requireAllowed(String folded, String name, String value) {
    if (SAID_BY_THE_PATH.contains(folded)) {
      throw refused(name, "`snapshot.path` says what is read")
          .advice("leave the option out")
          .build();
    } else if (LOSE_SOME.contains(folded)
        || value.equalsIgnoreCase(LOSE_ROWS.get(folded))
        || (folded.equals("mode") && !value.equalsIgnoreCase("failfast"))) {
      throw refused(name, "rows that are passed over would be deleted from the table")
          .advice("leave the option out, and export what cannot be read anew")
          .build();
    }
  }

  private static LakewardException.Builder refused(String name, String problem) {
    return LakewardException.of(ErrorCode.MAPPING_INVALID)
        .fact("key", "snapshot.options." + name)
        .fact("problem", problem);
  }

  /** The options for files of the format. */
  static TreeMap<String, String> forFiles(SnapshotDescription description) {
    TreeMap<String, String> options = of(description);
    options.put("ignoreCorruptFiles", "false");
    options.put("ignoreMissingFiles", "false");
    // The path was matched already, whatever signs are in it.
    options.put("__globPaths__", "false");
    switch (description.format()) {
      case CSV -> {
        options.putIfAbsent("mode", "FAILFAST");
        options.putIfAbsent("header", "true");
        // A quote within quotes is doubled, as databases and spreadsheets write it; others are
        // refused.
        options.putIfAbsent("escape", "\"");
        options.putIfAbsent("unescapedQuoteHandling", "RAISE_ERROR");
        // A value with a line break would be two rows.
        options.putIfAbsent("multiLine", "true");
        // Nothing at all is null, two quotes are text without a character.
        options.putIfAbsent("nullValue", NO_TEXT);
        // The header must have the names of the schema.
        options.putIfAbsent("enforceSchema", "false");
        // Of columns that are left out nothing would be checked.
        options.putIfAbsent("columnPruning", "false");
        options.putIfAbsent("dateFormat", DATE);
      }
      case JSON -> {
        ENCODINGS.forEach(name -> requireUtf8(name, options.getOrDefault(name, "UTF-8")));
        options.putIfAbsent("mode", "FAILFAST");
        options.putIfAbsent("dateFormat", DATE);
      }
      // A column that only some of the files have would be lost, or not, by chance.
      case PARQUET, ORC -> options.putIfAbsent("mergeSchema", "true");
      case AVRO, ICEBERG, JDBC -> {}
    }
    return options;
  }

  private static void requireUtf8(String name, String value) {
    if (!value.equalsIgnoreCase("UTF-8")) {
      throw refused(name, "JSON is read as UTF-8 only").advice("export it as UTF-8").build();
    }
  }
}
