package io.lakeward.source.snapshot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What must not be shown of a database's address and options. Immutable. */
final class Secrets {

  private static final String HIDDEN = "***";
  private static final Pattern SECRET_NAME =
      Pattern.compile("(?i).*(pass|pwd|secret|token|credential|key|jaas).*");

  /** Parameters of a URL, behind the signs that drivers put before them. */
  private static final Pattern PARAMETER = Pattern.compile("[?&;:,(]\\s*([\\w.-]+)=([^&;,)]*)");

  /** {@code user:password@} and Oracle's {@code user/password@}. */
  private static final Pattern USER = Pattern.compile("(?://|:)[^/:@?;]*[:/]([^@/?;]+)@");

  private static final Pattern SHOWN =
      Pattern.compile("(jdbc:[\\w:+.-]*?)//(?:[^/@?;]*@)?([^/@?;()]*)(/[^?;:@()]*)?(?:[?;:].*)?");
  private static final Pattern KIND = Pattern.compile("jdbc:[A-Za-z0-9+.-]+");

  private final String url;
  private final List<String> values;

  private Secrets(String url, List<String> values) {
    this.url = url;
    this.values = values;
  }

  /** The secrets of options, the URL among them. */
  static Secrets of(Map<String, String> options, String url) {
    List<String> values = new ArrayList<>();
    options.forEach(
        (name, value) -> {
          if (SECRET_NAME.matcher(name).matches()) {
            values.add(value);
          }
        });
    for (Matcher parameter = PARAMETER.matcher(url); parameter.find(); ) {
      if (SECRET_NAME.matcher(parameter.group(1)).matches()) {
        values.add(parameter.group(2));
        values.add(decoded(parameter.group(2)));
      }
    }
    for (Matcher user = USER.matcher(url); user.find(); ) {
      values.add(user.group(1));
    }
    values.removeIf(String::isEmpty);
    // One may be the beginning of another.
    values.sort(Comparator.comparing(String::length).reversed());
    return new Secrets(url, List.copyOf(values));
  }

  /** The URL without user, parameters and whatever else may be secret. */
  String shownUrl() {
    Matcher shown = SHOWN.matcher(url);
    if (shown.matches()) {
      String path = shown.group(3) == null ? "" : shown.group(3);
      return shown.group(1) + "//" + shown.group(2) + path;
    }
    Matcher kind = KIND.matcher(url);
    return kind.lookingAt() ? kind.group() : HIDDEN;
  }

  /** The text without them. */
  String hiddenIn(String text) {
    String hidden = url.isEmpty() ? text : text.replace(url, shownUrl());
    for (String value : values) {
      hidden = hidden.replace(value, HIDDEN);
    }
    return hidden;
  }

  /** The exception itself where it shows none of them, else one that says the same without them. */
  Throwable hiddenIn(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String text = String.valueOf(cause);
      if (!hiddenIn(text).equals(text)) {
        Throwable hidden = new IllegalStateException(hiddenIn(String.valueOf(failure)));
        hidden.setStackTrace(failure.getStackTrace());
        return hidden;
      }
    }
    return failure;
  }

  private static String decoded(String value) {
    try {
      return java.net.URLDecoder.decode(value, java.nio.charset.StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return value;
    }
  }
}
