package io.lakeward.mapping.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces <code>${NAME}</code>, <code>${NAME:-default}</code> and <code>${file:PATH}</code> in
 * values. <code>$${</code> stands for <code>${</code>.
 */
final class Substitution {

  private static final Pattern REFERENCE = Pattern.compile("\\$(\\$)?\\{([^}]*)(})?");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final String FILE = "file:";
  private static final String DEFAULT = ":-";

  private final Map<String, String> environment;
  private final Path directory;

  /**
   * Substitutions from this environment.
   *
   * @param directory what relative paths are resolved against
   */
  Substitution(Map<String, String> environment, Path directory) {
    this.environment = environment;
    this.directory = directory;
  }

  /** The text with its references replaced. Those that cannot be are reported. */
  Value.Text apply(String text, Place place, Problems problems) {
    boolean[] substituted = {false};
    String value =
        REFERENCE
            .matcher(text)
            .replaceAll(
                match -> {
                  if (match.group(1) != null) {
                    return Matcher.quoteReplacement(match.group().substring(1));
                  }
                  substituted[0] = true;
                  return Matcher.quoteReplacement(replacement(match, place, problems));
                });
    return new Value.Text(place, value, text, substituted[0]);
  }

  private String replacement(MatchResult match, Place place, Problems problems) {
    String reference = match.group(2);
    if (match.group(3) == null) {
      problems.add(place, "\"${\" without \"}\"", "Write $${ for a plain ${");
      return "";
    }
    if (reference.startsWith(FILE)) {
      return contentOf(reference.substring(FILE.length()), place, problems);
    }
    int split = reference.indexOf(DEFAULT);
    String name = split < 0 ? reference : reference.substring(0, split);
    if (!NAME.matcher(name).matches()) {
      problems.add(
          place,
          "\"${" + reference + "}\" is no reference",
          "Write ${NAME}, ${NAME:-default} or ${file:PATH}; $${ for a plain ${");
      return "";
    }
    String set = environment.get(name);
    if (split >= 0) {
      return set == null || set.isEmpty() ? reference.substring(split + 2) : set;
    }
    return Optional.ofNullable(set)
        .orElseGet(
            () -> {
              problems.add(
                  place,
                  "the environment variable " + name + " is not set",
                  "Set it, or give a default: ${" + name + ":-default}");
              return "";
            });
  }

  private String contentOf(String path, Place place, Problems problems) {
    try {
      return Files.readString(directory.resolve(path), StandardCharsets.UTF_8).stripTrailing();
    } catch (IOException | RuntimeException e) {
      problems.add(place, "cannot read the file " + path + ": " + e.getClass().getSimpleName());
      return "";
    }
  }
}
