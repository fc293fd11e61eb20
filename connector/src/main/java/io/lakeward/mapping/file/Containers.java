package io.lakeward.mapping.file;

import io.lakeward.mapping.DeclaredSchema;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Options;
import io.lakeward.mapping.StartingOffsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The kinds of values that hold others. */
final class Containers {
  private Containers() {}

  /** A list of texts, none of them twice, at least one. */
  static final Kind<List<String>> NAMES = distinct(Scalars.TEXT);

  /** One expression, or a list of them. */
  static final Kind<List<Expression>> EXPRESSIONS =
      (value, reading) ->
          value instanceof Value.Items
              ? listOf(Scalars.EXPRESSION).read(value, reading)
              : Scalars.EXPRESSION.read(value, reading).map(List::of);

  static final Kind<Map<String, String>> TEXTS_BY_NAME = mapOf(Scalars.TEXT);
  static final Kind<Map<String, Expression>> EXPRESSIONS_BY_NAME = mapOf(Scalars.EXPRESSION);

  /** Properties for another system. What was substituted is hidden. */
  static final Kind<Options> OPTIONS = options(Scalars.SCALAR);

  /** Properties that may be blank, such as a separator. */
  static final Kind<Options> VERBATIM_OPTIONS = options(Scalars.VERBATIM);

  /** {@code earliest}, {@code latest}, or offsets by topic and partition. */
  static final Kind<StartingOffsets> STARTING_OFFSETS =
      (value, reading) ->
          value instanceof Value.Fields
              ? mapOf(partitions()).read(value, reading).map(StartingOffsets.Exact::new)
              : Scalars.of(
                      "earliest, latest, or {topic: {partition: offset}}", Containers::namedOffsets)
                  .read(value, reading);

  /** Columns in Spark's DDL. */
  static final Kind<DeclaredSchema> SCHEMA =
      (value, reading) ->
          Scalars.SCALAR
              .read(value, reading)
              .flatMap(text -> DdlColumns.parse(text.value(), value.place(), reading.problems()));

  private static Kind<Options> options(Kind<Value.Text> text) {
    return (value, reading) -> mapOf(text).read(value, reading).map(Containers::options);
  }

  private static Options options(Map<String, Value.Text> texts) {
    Map<String, String> values = new LinkedHashMap<>();
    Set<String> hidden = new LinkedHashSet<>();
    texts.forEach(
        (name, text) -> {
          values.put(name, text.value());
          if (text.substituted()) {
            hidden.add(name);
          }
        });
    return new Options(values, hidden);
  }

  /** A list of at least one value of a kind. Wrong items are reported, the others are kept. */
  static <T> Kind<List<T>> listOf(Kind<T> kind) {
    return (value, reading) -> {
      if (!(value instanceof Value.Items items)) {
        reading.problems().add(value.place(), Scalars.wrong("a list", value));
        return Optional.empty();
      }
      if (items.values().isEmpty()) {
        reading.problems().add(value.place(), "the list is empty");
        return Optional.empty();
      }
      List<T> read = new ArrayList<>();
      items.values().forEach(item -> kind.read(item, reading).ifPresent(read::add));
      return read.isEmpty() ? Optional.empty() : Optional.of(read);
    };
  }

  /** A list in which a value that is there twice is reported and kept once. */
  static <T> Kind<List<T>> distinct(Kind<T> kind) {
    return (value, reading) -> {
      Set<T> seen = new LinkedHashSet<>();
      Kind<T> once =
          (item, r) -> {
            Optional<T> read = kind.read(item, r);
            if (read.isPresent() && !seen.add(read.get())) {
              r.problems().add(item.place(), item.described() + " is there twice");
            }
            return read;
          };
      return listOf(once).read(value, reading).map(all -> List.copyOf(seen));
    };
  }

  /** Values of a kind by names that are not fixed. */
  static <T> Kind<Map<String, T>> mapOf(Kind<T> kind) {
    return (value, reading) -> {
      if (!(value instanceof Value.Fields fields)) {
        reading.problems().add(value.place(), Scalars.wrong("keys with values", value));
        return Optional.empty();
      }
      Map<String, T> read = new LinkedHashMap<>();
      fields
          .byKey()
          .forEach(
              (name, field) ->
                  kind.read(field.value(), reading).ifPresent(item -> read.put(name, item)));
      return Optional.of(read);
    };
  }

  /** A section with fixed keys. */
  static <T> Kind<T> section(List<Key<?>> keys, Function<Section, Optional<T>> reader) {
    return (value, reading) -> Section.open(value, reading, keys).flatMap(reader);
  }

  private static Optional<StartingOffsets> namedOffsets(String word) {
    return switch (word) {
      case "earliest" -> Optional.of(new StartingOffsets.Earliest());
      case "latest" -> Optional.of(new StartingOffsets.Latest());
      default -> Optional.empty();
    };
  }

  private static Kind<Map<Integer, Long>> partitions() {
    return (value, reading) ->
        mapOf(Scalars.OFFSET)
            .read(value, reading)
            .map(
                offsets -> {
                  Map<Integer, Long> byPartition = new LinkedHashMap<>();
                  offsets.forEach(
                      (partition, offset) -> {
                        if (partition.matches("[0-9]{1,6}")) {
                          byPartition.put(Integer.valueOf(partition), offset);
                        } else {
                          reading
                              .problems()
                              .add(value.place(), "no partition number: " + partition);
                        }
                      });
                  return byPartition;
                });
  }
}
