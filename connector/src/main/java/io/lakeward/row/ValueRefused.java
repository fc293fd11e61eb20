package io.lakeward.row;

/**
 * A value does not fit its column: it would be rounded, wrapped or guessed. Thrown for one record
 * out of many and always caught, so it carries no stack trace.
 */
public final class ValueRefused extends RuntimeException {

  private static final int LONGEST_VALUE = 80;

  private final String path;

  private ValueRefused(String path, String message) {
    super(message, null, false, false);
    this.path = path;
  }

  /** The value is none of this kind. */
  public static ValueRefused of(Object value, String kind) {
    String text = String.valueOf(value);
    if (text.length() > LONGEST_VALUE) {
      text = text.substring(0, LONGEST_VALUE) + "…";
    }
    return new ValueRefused("", "the value " + text + " is no " + kind);
  }

  /** The same refusal, inside this column or field. */
  public ValueRefused in(String name) {
    return new ValueRefused(path.isEmpty() ? name : name + "." + path, reason());
  }

  /** The same refusal, with more to say. */
  public ValueRefused because(String note) {
    return new ValueRefused(path, reason() + " (" + note + ")");
  }

  /** What is wrong, without where. */
  private String reason() {
    return super.getMessage();
  }

  @Override
  public String getMessage() {
    return path.isEmpty() ? reason() : "column " + path + ": " + reason();
  }
}
