package io.lakeward.source.expression;

/** An expression of the mapping cannot be evaluated on a record. */
public final class EvaluationFailed extends RuntimeException {

  EvaluationFailed(String key, RuntimeException cause) {
    super(key + ": " + firstLine(cause), cause, false, false);
  }

  private static String firstLine(RuntimeException cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }
}
