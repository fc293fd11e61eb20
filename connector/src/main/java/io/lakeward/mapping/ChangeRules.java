package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * In which order changes stand and what they do, by expressions over the change row. Where one is
 * absent, the format decides.
 *
 * @param sequenceBy the order; several expressions compare one after the other
 * @param applyAsDeletes true for a delete
 * @param applyAsTruncates true for a truncate
 */
public record ChangeRules(
    List<Expression> sequenceBy,
    Optional<Expression> applyAsDeletes,
    Optional<Expression> applyAsTruncates) {

  /** Everything as the format has it. */
  public static final ChangeRules OF_THE_FORMAT =
      new ChangeRules(List.of(), Optional.empty(), Optional.empty());

  public ChangeRules {
    sequenceBy = List.copyOf(sequenceBy);
    requireNonNull(applyAsDeletes, "applyAsDeletes");
    requireNonNull(applyAsTruncates, "applyAsTruncates");
  }
}
