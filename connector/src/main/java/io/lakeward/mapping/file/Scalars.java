package io.lakeward.mapping.file;

import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Keyed;
import io.lakeward.mapping.Retention;
import io.lakeward.mapping.Secret;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** The kinds of single values. */
final class Scalars {
  private Scalars() {}

  static final Kind<Value.Text> SCALAR =
      (value, reading) -> {
        if (value instanceof Value.Text text && !text.value().isBlank()) {
          return Optional.of(text);
        }
        if (value instanceof Value.Text text && text.substituted()) {
          reading.problems().add(value.place(), text.shown() + " is empty");
        } else if (value instanceof Value.Nothing || value instanceof Value.Text) {
          reading.problems().add(value.place(), "the value is missing");
        } else {
          reading.problems().add(value.place(), wrong("a single value", value));
        }
        return Optional.empty();
      };

  /** Text as it stands there, to the last blank; what was substituted must not be empty. */
  static final Kind<Value.Text> VERBATIM =
      (value, reading) ->
          value instanceof Value.Text text && !text.substituted()
              ? Optional.of(text)
              : SCALAR.read(value, reading);

  static final Kind<String> TEXT = of("text", Optional::of);
  static final Kind<Secret> SECRET = of("text", text -> Optional.of(Secret.of(text)));
  static final Kind<Expression> EXPRESSION =
      of("a SQL expression", text -> Optional.of(new Expression(text)));
  static final Kind<Duration> TIME = of("a time such as 10 seconds", Times::parse);
  static final Kind<Retention> RETENTION =
      of(
          "a time such as 7 days, or forever",
          text ->
              text.equals("forever")
                  ? Optional.of(Retention.FOREVER)
                  : Times.parse(text).map(Retention::of));
  static final Kind<Boolean> FLAG =
      of(
          "true or false",
          text ->
              switch (text) {
                case "true" -> Optional.of(true);
                case "false" -> Optional.of(false);
                default -> Optional.empty();
              });
  static final Kind<Long> COUNT =
      of("a whole number from 1", text -> whole(text).filter(number -> number > 0));
  static final Kind<Long> OFFSET =
      of("a whole number from 0", text -> whole(text).filter(number -> number >= 0));
  static final Kind<ZoneId> ZONE = of("a time zone such as Europe/Berlin or UTC", Scalars::zone);
  static final Kind<String> REGEX = of("a Java regular expression", Scalars::regex);

  /** A path, made absolute, or an address. */
  static final Kind<String> PATH =
      (value, reading) -> TEXT.read(value, reading).map(reading::absolute);

  /** A name of the form that the pattern gives. */
  static Kind<String> name(Pattern form, String described) {
    Predicate<String> matches = form.asMatchPredicate();
    return of(described, text -> Optional.of(text).filter(matches));
  }

  /** One of the words of an enum. */
  static <E extends Enum<E> & Keyed> Kind<E> choice(Class<E> type) {
    List<E> all = List.of(type.getEnumConstants());
    List<String> words = all.stream().map(Keyed::key).toList();
    return (value, reading) -> {
      Optional<Value.Text> text = SCALAR.read(value, reading);
      Optional<E> chosen =
          text.flatMap(t -> all.stream().filter(e -> e.key().equals(t.value())).findFirst());
      if (text.isPresent() && chosen.isEmpty()) {
        String meant = text.get().substituted() ? "" : suggestion(text.get().value(), words);
        reading.problems().add(value.place(), wrong(String.join(" | ", words), value), meant);
      }
      return chosen;
    };
  }

  /** Text that a function understands. */
  static <T> Kind<T> of(String expected, Function<String, Optional<T>> parse) {
    return (value, reading) -> {
      Optional<Value.Text> text = SCALAR.read(value, reading);
      Optional<T> parsed = text.flatMap(t -> parse.apply(t.value()));
      if (text.isPresent() && parsed.isEmpty()) {
        reading.problems().add(value.place(), wrong(expected, value));
      }
      return parsed;
    };
  }

  static String wrong(String expected, Value value) {
    return "expected " + expected + ", found " + value.described();
  }

  private static String suggestion(String word, List<String> words) {
    return Spelling.suggestion(word, words);
  }

  private static Optional<Long> whole(String text) {
    String digits = text.replace("_", "");
    return Stream.of(digits).filter(d -> d.matches("[0-9]{1,18}")).map(Long::valueOf).findFirst();
  }

  private static Optional<ZoneId> zone(String text) {
    try {
      return Optional.of(ZoneId.of(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> regex(String text) {
    try {
      return Optional.of(Pattern.compile(text).pattern());
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }
}
