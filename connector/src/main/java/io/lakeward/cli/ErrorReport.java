package io.lakeward.cli;

import io.lakeward.error.Actor;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.file.InvalidMappingException;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Tells people what went wrong, and the shell by the exit code. */
final class ErrorReport {

  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;
  private static final int DEFECT = 3;

  private static final Set<ErrorCode> USAGE =
      EnumSet.of(
          ErrorCode.MAPPING_INVALID,
          ErrorCode.NOT_SUPPORTED,
          ErrorCode.TABLE_UNKNOWN,
          ErrorCode.TABLE_NOT_FOUND,
          ErrorCode.QUERY_INVALID,
          ErrorCode.NAMESPACE_NOT_FOUND,
          ErrorCode.EXPRESSION_INVALID,
          ErrorCode.EMPTY_KEYS,
          ErrorCode.MISSING_SEQUENCE_BY,
          ErrorCode.NON_ORDERABLE_SEQUENCE,
          ErrorCode.COLUMNS_NOT_FOUND,
          ErrorCode.KEY_NOT_SELECTED,
          ErrorCode.RESERVED_COLUMN_NAME,
          ErrorCode.COLUMNS_NOT_COMPARABLE,
          ErrorCode.POSITION_INVALID,
          ErrorCode.POSITION_REQUIRED,
          ErrorCode.CAPTURE_UNREADABLE,
          ErrorCode.WAREHOUSE_UNUSABLE);

  private final PrintWriter err;
  private final boolean verbose;

  ErrorReport(PrintWriter err, boolean verbose) {
    this.err = err;
    this.verbose = verbose;
  }

  /** Reports an error and gives the exit code. */
  int of(Exception error) {
    Throwable cause = error;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof InvalidMappingException invalid) {
      return invalidMapping(invalid);
    } else if (cause instanceof LakewardException known) {
      return known(known);
    }
    return defect(cause);
  }

  private int invalidMapping(InvalidMappingException invalid) {
    int count = invalid.problems().size();
    err.printf(
        "%s: %s: %d %s%n",
        ErrorCode.MAPPING_INVALID,
        ErrorCode.MAPPING_INVALID.sentence(),
        count,
        count == 1 ? "problem" : "problems");
    invalid.problems().forEach(problem -> err.println("  " + problem));
    trace(invalid);
    return WRONG_USAGE;
  }

  private int known(LakewardException error) {
    ErrorCode code = error.code();
    err.printf("%s: %s%n", code, code.sentence());
    error.facts().forEach((name, value) -> err.println("  " + name + ": " + value));
    if (!error.advice().isEmpty()) {
      err.println("To mend it: " + error.advice());
    }
    err.println(
        switch (code.actor()) {
          case OPERATOR -> "It lies with the mapping, the command line or the environment.";
          case DATA -> "It lies with the records, and with who produces them.";
          case EXTERNAL -> "It lies with the broker, the catalog or the storage.";
          case DEFECT -> "This is a defect of Lakeward. Please report it.";
        });
    trace(error);
    if (code.actor() == Actor.DEFECT) {
      return DEFECT;
    }
    return USAGE.contains(code) ? WRONG_USAGE : FAILED;
  }

  private int defect(Throwable error) {
    err.println("This is a defect of Lakeward. Please report it with all that follows.");
    error.printStackTrace(err);
    err.flush();
    return DEFECT;
  }

  private void trace(Throwable error) {
    if (verbose) {
      error.printStackTrace(err);
    }
    err.flush();
  }
}
