package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

/** A value that must not be shown: it prints as {@value #HIDDEN}. */
public final class Secret {

  /** What stands in output in place of a secret. */
  public static final String HIDDEN = "(hidden)";

  private final String value;

  private Secret(String value) {
    this.value = requireNonNull(value, "value");
  }

  /** Hides a value. */
  public static Secret of(String value) {
    return new Secret(value);
  }

  /** The value, for whoever must present it. */
  public String reveal() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && value.equals(secret.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return HIDDEN;
  }
}
