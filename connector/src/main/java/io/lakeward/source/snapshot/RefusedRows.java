package io.lakeward.source.snapshot;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;

/** What queries say where they meet a row that is not to be read, and what that was in an error. */
final class RefusedRows {

  private static final int LONGEST_SHOWN = 100;
  private static final String START = "Lakeward does not read ";
  private static final Pattern MESSAGE =
      Pattern.compile(
          START + "(?<place>.+?): (?<problem>.*?)( SQLSTATE: \\w{5})?$", Pattern.MULTILINE);

  /**
   * A refusal.
   *
   * @param place the file or column
   * @param problem why
   */
  record Refusal(String place, String problem) {}

  private RefusedRows() {}

  /** The message of a row of a place. */
  static String message(String place, String problem) {
    return START + place + ": " + problem;
  }

  /** A column that fails with the message where it is evaluated. */
  static Column failing(Column place, Column problem) {
    return functions.raise_error(
        functions.concat(functions.lit(START), place, functions.lit(": "), problem));
  }

  /** The beginning of a text. */
  static String cut(String text) {
    return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
  }

  /** The refusal that an exception tells of; empty where it tells of none. */
  static Optional<Refusal> in(Throwable failure) {
    Optional<Refusal> refusal = Optional.empty();
    // The innermost exception says it without words of others.
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Matcher message = MESSAGE.matcher(String.valueOf(cause.getMessage()));
      if (message.find()) {
        refusal = Optional.of(new Refusal(message.group("place"), message.group("problem")));
      }
    }
    return refusal;
  }
}
