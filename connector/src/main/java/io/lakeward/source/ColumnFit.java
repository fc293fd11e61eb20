package io.lakeward.source;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.RejectReason;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a column of records goes into their table. */
public sealed interface ColumnFit {

  /** The table holds every value of it. */
  record Held() implements ColumnFit {}

  /** Not before the table is altered, or says why it cannot be. */
  record Altering() implements ColumnFit {}

  /**
   * The table will not be altered for it, so each value is cast where that loses nothing, and its
   * record rejected where it would (case S11).
   *
   * @param note what differs and what to do, for people
   */
  record ByValue(String note) implements ColumnFit {
    /** One for these differences, of which there is at least one. */
    static ByValue of(List<ColumnDifference> differences, EvolutionLimit limit) {
      return new ByValue(described(differences, limit));
    }
  }

  /**
   * No record with such a column can be applied.
   *
   * @param detail what differs and what to do, for people
   */
  record Refused(RejectReason reason, String detail) implements ColumnFit {
    public Refused {
      requireNonNull(reason, "reason");
      requireNonNull(detail, "detail");
    }

    /** One for these differences, of which there is at least one. */
    static Refused of(List<ColumnDifference> differences, EvolutionLimit limit) {
      return new Refused(
          RejectReason.SCHEMA_CHANGE_REFUSED, "column " + described(differences, limit));
    }
  }

  /** There is only one of each. */
  ColumnFit HELD = new Held();

  /** There is only one of each. */
  ColumnFit ALTERING = new Altering();

  private static String described(List<ColumnDifference> differences, EvolutionLimit limit) {
    String all =
        differences.stream().map(ColumnDifference::toString).collect(Collectors.joining(", "));
    return all + "; " + wayOut(differences, limit);
  }

  private static String wayOut(List<ColumnDifference> differences, EvolutionLimit limit) {
    EvolutionLimit needed = limit;
    for (ColumnDifference difference : differences) {
      Optional<EvolutionLimit> allowed = difference.allowedBy();
      if (allowed.isEmpty() || allowed.get().compareTo(limit) <= 0) {
        return "leave the column out with `except_column_list`, or send what the table has";
      } else if (allowed.get().compareTo(needed) > 0) {
        needed = allowed.get();
      }
    }
    return "set `schema_evolution: " + needed.name().toLowerCase(Locale.ROOT) + "`";
  }
}
