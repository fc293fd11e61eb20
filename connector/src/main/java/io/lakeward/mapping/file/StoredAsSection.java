package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Format;
import io.lakeward.mapping.ScdType;
import io.lakeward.mapping.StoredAs;
import java.util.List;
import java.util.Optional;

/** The keys of a table that say how much of the past it holds. */
final class StoredAsSection {
  private StoredAsSection() {}

  private static final Key<ScdType> TYPE =
      new Key<>("stored_as_scd_type", Scalars.choice(ScdType.class));
  static final Key<List<String>> TRACK = new Key<>("track_history_column_list", Containers.NAMES);
  static final Key<List<String>> TRACK_EXCEPT =
      new Key<>("track_history_except_column_list", Containers.NAMES);
  private static final Key<Expression> SYSTEM_SEQUENCE_BY =
      new Key<>("system_sequence_by", Scalars.EXPRESSION);
  private static final Key<String> START_AT = new Key<>("start_at_column", Scalars.TEXT);
  private static final Key<String> END_AT = new Key<>("end_at_column", Scalars.TEXT);
  private static final Key<Expression> INTERVAL_VALUE =
      new Key<>("interval_value", Scalars.EXPRESSION);

  /** The keys of the section. */
  static final List<Key<?>> KEYS =
      List.of(TYPE, TRACK, TRACK_EXCEPT, SYSTEM_SEQUENCE_BY, START_AT, END_AT, INTERVAL_VALUE);

  static Optional<StoredAs> read(Section section) {
    Optional<ScdType> type = section.has(TYPE) ? section.get(TYPE) : Optional.of(ScdType.TYPE_1);
    Columns tracked =
        Names.choice(
            section, TRACK, TRACK_EXCEPT, ErrorCode.BOTH_COLUMN_LIST_AND_EXCEPT_COLUMN_LIST);
    Optional<StoredAs.IntervalColumns> interval = interval(section);
    Optional<Expression> value = section.get(INTERVAL_VALUE);
    Optional<Expression> system = section.get(SYSTEM_SEQUENCE_BY);
    if (type.isEmpty() || interval.isEmpty()) {
      return Optional.empty();
    }
    return switch (type.get()) {
      case TYPE_1 -> {
        KEYS.stream()
            .filter(key -> !key.equals(TYPE))
            .forEach(key -> refuse(section, key, type.get()));
        yield Optional.of(new StoredAs.Type1());
      }
      case TYPE_2 -> {
        refuse(section, SYSTEM_SEQUENCE_BY, type.get());
        refuse(section, FlowSection.APPLY_AS_TRUNCATES, type.get());
        yield Optional.of(new StoredAs.Type2(tracked, interval.get(), value));
      }
      case BITEMPORAL -> {
        refuse(section, INTERVAL_VALUE, type.get());
        refuse(section, FlowSection.APPLY_AS_TRUNCATES, type.get());
        refuse(section, FlowSection.COLUMNS_TO_UPDATE, type.get());
        section.require(SYSTEM_SEQUENCE_BY);
        yield system.map(s -> new StoredAs.Bitemporal(tracked, interval.get(), s));
      }
    };
  }

  /**
   * Business time is the user's own: no format knows it. Custom events are checked for it anyway.
   */
  static void checkFormat(Section section, Format format) {
    if (isBitemporal(section)
        && !section.has(FlowSection.SNAPSHOT)
        && !format.isCustom()
        && !section.has(ChangeRulesSection.SEQUENCE_BY)
        && !section.has(Flows.FLOWS)) {
      section.report(
          TYPE,
          ErrorCode.MISSING_SEQUENCE_BY,
          "the format " + format.key() + " does not say what the business time of a change is",
          "Write sequence_by: <SQL expression>");
    }
  }

  static boolean isBitemporal(Section section) {
    return section.get(TYPE).equals(Optional.of(ScdType.BITEMPORAL));
  }

  private static Optional<StoredAs.IntervalColumns> interval(Section section) {
    StoredAs.IntervalColumns defaults = StoredAs.IntervalColumns.DEFAULT;
    String start = section.get(START_AT).orElse(defaults.startAt());
    String end = section.get(END_AT).orElse(defaults.endAt());
    if (start.equalsIgnoreCase(end)) {
      section.report(END_AT, "the interval begins and ends in one column: " + end, "");
      return Optional.empty();
    }
    Names.reserved(section, START_AT, List.of(start));
    Names.reserved(section, END_AT, List.of(end));
    return Optional.of(new StoredAs.IntervalColumns(start, end));
  }

  private static void refuse(Section section, Key<?> key, ScdType type) {
    if (section.has(key)) {
      section.report(key, key.name() + " does not go with stored_as_scd_type " + type.key(), "");
    }
  }
}
