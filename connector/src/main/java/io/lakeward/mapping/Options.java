package io.lakeward.mapping;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Properties for another system, passed on unchanged. Values that may be secrets do not print:
 * those whose name says so, and those that were not written in the mapping file itself.
 *
 * @param values the values by name, in the order of the file
 * @param hidden the names whose values came from outside of the file
 */
public record Options(Map<String, String> values, Set<String> hidden) {

  /** No properties. */
  public static final Options NONE = new Options(Map.of(), Set.of());

  private static final String SECRET =
      "password|passphrase|pwd|secret|token|jaas|credential|(access|account|private|storage).?key";

  private static final Pattern SECRET_NAME = Pattern.compile("(?i).*(" + SECRET + ").*");

  /** In an address before the host, and before that of Oracle's driver. */
  private static final Pattern USER_INFO = Pattern.compile("(//|:thin:)[^/@\\s]+(/[^/@\\s]+)?@");

  /** A property within an address, as databases have them. */
  private static final Pattern SECRET_PROPERTY =
      Pattern.compile("(?i)([?&;,(][^?&;,(=\\s]*(" + SECRET + ")[^?&;,(=\\s]*=)[^&;,)\\s]+");

  public Options {
    values = Checks.inOrder(values);
    hidden = Set.copyOf(hidden);
  }

  /** These values, none of them from outside of the file. */
  public static Options of(Map<String, String> values) {
    return new Options(values, Set.of());
  }

  /** Whether a property of this name is taken for a secret. */
  public static boolean isSecretName(String name) {
    return SECRET_NAME.matcher(name).matches();
  }

  /** The value of a property as it may be shown. */
  public String shown(String name) {
    if (hidden.contains(name) || isSecretName(name)) {
      return Secret.HIDDEN;
    }
    return withoutLogins(values.getOrDefault(name, ""));
  }

  /** A text of another system, such as an error, without the values that may be secrets. */
  public String redact(String text) {
    String redacted = withoutLogins(text);
    for (Map.Entry<String, String> entry : values.entrySet()) {
      boolean secret = hidden.contains(entry.getKey()) || isSecretName(entry.getKey());
      if (secret && !entry.getValue().isBlank()) {
        redacted = redacted.replace(entry.getValue(), Secret.HIDDEN);
      }
    }
    return redacted;
  }

  private static String withoutLogins(String text) {
    String anonymous = USER_INFO.matcher(text).replaceAll("$1" + Secret.HIDDEN + "@");
    return SECRET_PROPERTY.matcher(anonymous).replaceAll("$1" + Secret.HIDDEN);
  }

  @Override
  public String toString() {
    return values.keySet().stream()
        .map(name -> name + "=" + shown(name))
        .collect(joining(", ", "{", "}"));
  }
}
