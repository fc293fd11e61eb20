package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.DeclaredSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the names of the columns in Spark's DDL without Spark, so that a mapping is checked in no
 * time. Of a type the first word is checked; Spark reads all of it when the pipeline starts.
 */
final class DdlColumns {
  private DdlColumns() {}

  private static final Pattern COLUMN =
      Pattern.compile(
          "\\s*(?:`((?:[^`]|``)+)`|([^\\s`:,<>()]+))(?:\\s*:\\s*|\\s+)(\\w+).*", Pattern.DOTALL);

  private static final Set<String> TYPES =
      Set.of(
          "array",
          "bigint",
          "binary",
          "boolean",
          "byte",
          "char",
          "character",
          "date",
          "dec",
          "decimal",
          "double",
          "float",
          "int",
          "integer",
          "interval",
          "long",
          "map",
          "numeric",
          "real",
          "short",
          "smallint",
          "string",
          "struct",
          "time",
          "timestamp",
          "timestamp_ltz",
          "timestamp_ntz",
          "tinyint",
          "varchar",
          "variant",
          "void");

  private static final String EXAMPLE = "Write for example id BIGINT, name STRING";

  /** The declared columns; empty where they cannot be told apart, which is reported. */
  static Optional<DeclaredSchema> parse(String ddl, Place place, Problems problems) {
    Map<String, String> byFoldedName = new LinkedHashMap<>();
    for (String column : split(ddl)) {
      Matcher matcher = COLUMN.matcher(column);
      if (!matcher.matches()) {
        problems.add(place, "no column with a type: \"" + column.strip() + "\"", EXAMPLE);
        return Optional.empty();
      }
      String type = matcher.group(3).toLowerCase(Locale.ROOT);
      if (!TYPES.contains(type)) {
        problems.add(
            place,
            "no such type: " + matcher.group(3),
            Spelling.nearest(type, TYPES)
                .map(near -> "Did you mean " + near + "?")
                .orElse(EXAMPLE));
        return Optional.empty();
      }
      String name =
          matcher.group(1) == null ? matcher.group(2) : matcher.group(1).replace("``", "`");
      String other = byFoldedName.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
      if (other != null) {
        problems.add(
            place,
            ErrorCode.DUPLICATE_COLUMN_NAME,
            other + " and " + name,
            "Names that differ only in case are one name in SQL");
        return Optional.empty();
      }
    }
    return Optional.of(new DeclaredSchema(ddl, List.copyOf(byFoldedName.values())));
  }

  /** Splits at the commas that stand outside of brackets and quotes. */
  private static List<String> split(String ddl) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    char quote = 0;
    for (int i = 0; i < ddl.length(); i++) {
      char c = ddl.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '`' || c == '\'' || c == '"') {
        quote = c;
      } else if (c == '(' || c == '<') {
        depth++;
      } else if (c == ')' || c == '>') {
        depth--;
      } else if (c == ',' && depth == 0) {
        parts.add(ddl.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(ddl.substring(start));
    return parts;
  }
}
