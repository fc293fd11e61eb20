package io.lakeward.mapping.file;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** A mapping file that cannot be used, with everything that is wrong in it. */
public final class InvalidMappingException extends RuntimeException {

  private final transient List<Problem> problems;

  InvalidMappingException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(joining(System.lineSeparator())));
    this.problems = List.copyOf(problems);
  }

  /** Everything that is wrong, in the order of the file. */
  public List<Problem> problems() {
    return problems;
  }
}
