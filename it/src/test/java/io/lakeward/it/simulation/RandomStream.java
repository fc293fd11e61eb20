package io.lakeward.it.simulation;

import io.lakeward.autocdc.ColumnSet;
import io.lakeward.autocdc.Happening;
import io.lakeward.autocdc.Happening.Kind;
import io.lakeward.autocdc.PlainRows;
import io.lakeward.autocdc.Streams;
import io.lakeward.autocdc.Streams.Feature;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A random stream of changes, in the order and the batches in which it is delivered.
 *
 * @param rows which columns are tracked
 * @param features what may happen in it
 * @param happenings its changes, each once
 * @param batches its changes as they are delivered, some of them twice
 */
record RandomStream(
    PlainRows rows,
    List<Feature> features,
    List<Happening> happenings,
    List<List<Happening>> batches) {

  /** The columns of an event, in Spark's DDL. */
  static final String SCHEMA =
      "id STRING, v1 STRING, v2 STRING, v3 STRING, seq BIGINT, sub BIGINT, system BIGINT,"
          + " op STRING, updated ARRAY<STRING>, shown STRING";

  /** The columns of a row. */
  static final List<String> COLUMNS = List.of("id", "v1", "v2", "v3");

  /**
   * A stream in which some of these may happen.
   *
   * @param nulls whether an upsert authors the nulls that it has
   */
  static RandomStream of(Random random, int batches, List<Feature> possible, Nulls nulls) {
    List<Feature> features = new ArrayList<>(possible);
    features.removeIf(feature -> feature != Feature.SYSTEM_TIMES && random.nextInt(3) == 0);
    PlainRows rows = Streams.rows(random);
    List<Happening> happenings =
        Streams.random(random, features).stream().map(nulls::authored).toList();
    List<Happening> delivered =
        Streams.shuffled(happenings, random).stream().flatMap(List::stream).toList();
    List<List<Happening>> split = new ArrayList<>();
    int from = 0;
    for (int left = batches; left > 0; left--) {
      int to =
          left == 1
              ? delivered.size()
              : Math.min(
                  delivered.size(), from + random.nextInt(2 * delivered.size() / batches + 1));
      split.add(delivered.subList(from, to));
      from = to;
    }
    return new RandomStream(rows, features, happenings, split);
  }

  /** What a null in an upsert says. */
  enum Nulls {
    /** The column is null, unless the upsert leaves it. */
    AUTHORED {
      @Override
      Happening authored(Happening happening) {
        return happening;
      }
    },
    /** Nothing. */
    IGNORED {
      @Override
      Happening authored(Happening happening) {
        if (happening.kind() != Kind.UPSERT) {
          return happening;
        }
        int[] nulls =
            IntStream.range(1, COLUMNS.size())
                .filter(column -> happening.row().get(column) == null)
                .toArray();
        return new Happening(
            happening.kind(),
            happening.position(),
            happening.key(),
            happening.otherKey(),
            happening.row(),
            ColumnSet.of(nulls));
      }
    };

    abstract Happening authored(Happening happening);
  }

  boolean has(Feature feature) {
    return features.contains(feature);
  }

  /** The tracked columns. */
  List<String> tracked() {
    return Arrays.stream(rows.tracked().ordinals()).mapToObj(COLUMNS::get).toList();
  }

  /** The place of a change in the topic. */
  long offset(Happening happening) {
    byte[] position = happening.position().bytes();
    return number(position, position.length - Long.BYTES);
  }

  /** The event that a producer sends for a change. */
  Map<String, Object> event(Happening happening) {
    byte[] position = happening.position().bytes();
    boolean struct = has(Feature.STRUCT_SEQUENCES);
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("id", happening.isTruncate() ? null : happening.key());
    for (int column = 1; column < COLUMNS.size(); column++) {
      event.put(COLUMNS.get(column), happening.row().get(column));
    }
    event.put("seq", number(position, 0));
    event.put("sub", struct ? number(position, Long.BYTES + 1) : 0);
    event.put("system", Long.parseLong(happening.row().get(rows.start() + 2)));
    event.put("op", happening.kind().name());
    event.put("updated", updated(happening));
    event.put("shown", happening.row().get(rows.start()));
    return event;
  }

  /** The columns that an upsert authors; null for all. */
  private static List<String> updated(Happening happening) {
    if (happening.unauthored().isEmpty()) {
      return null;
    }
    List<String> updated = new ArrayList<>(COLUMNS);
    Arrays.stream(happening.unauthored().ordinals())
        .mapToObj(COLUMNS::get)
        .forEach(updated::remove);
    Collections.reverse(updated); // their order says nothing
    return updated;
  }

  private static long number(byte[] position, int at) {
    return ByteBuffer.wrap(position).getLong(at) ^ Long.MIN_VALUE; // as OrderedBytes writes it
  }
}
