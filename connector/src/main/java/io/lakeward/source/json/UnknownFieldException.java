package io.lakeward.source.json;

/** A record names a field that its schema lacks. Always caught; carries no stack trace. */
public final class UnknownFieldException extends RuntimeException {

  /** The field of this name is unknown. */
  public UnknownFieldException(String name) {
    super("the schema has no field " + name, null, false, false);
  }
}
