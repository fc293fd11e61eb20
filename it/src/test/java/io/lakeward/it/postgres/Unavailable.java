package io.lakeward.it.postgres;

/** What stands for a value that the source did not send: a TOASTed column that did not change. */
public enum Unavailable {
  /** The one value. */
  VALUE;

  static final String PLACEHOLDER = "__debezium_unavailable_value";
}
