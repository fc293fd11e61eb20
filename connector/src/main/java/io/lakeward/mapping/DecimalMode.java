package io.lakeward.mapping;

/** How exact decimals are written in JSON without schema (Debezium's decimal.handling.mode). */
public enum DecimalMode implements Keyed {
  /** The unscaled bytes in base64. */
  PRECISE("precise"),
  /** Text. */
  STRING("string"),
  /** A JSON number, which has lost digits already. */
  DOUBLE("double");

  private final String key;

  DecimalMode(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }
}
