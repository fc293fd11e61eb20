package io.lakeward.autocdc;

import io.lakeward.autocdc.Happening.Kind;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random streams of changes of a table: few keys, few values and few sequences, so that changes
 * tie, repeat values, come back after deletes and lie between each other.
 */
public final class Streams {

  static final int KEYS = 10;
  private static final int VALUES = 3;

  private final Random random;
  private final List<Happening> happenings = new ArrayList<>();
  private int offset;

  /** What may happen in a stream. */
  public enum Feature {
    PARTIAL_UPDATES,
    TRUNCATES,
    KEY_CHANGES,
    STRUCT_SEQUENCES,
    SYSTEM_TIMES,
    INTERVAL_VALUES
  }

  private final List<Feature> features;
  private final int sequences;

  private Streams(Random random, List<Feature> features) {
    this.random = random;
    this.features = features;
    this.sequences = 4 + random.nextInt(40);
  }

  /** A stream of changes in the order of their offsets. */
  public static List<Happening> random(Random random, List<Feature> features) {
    Streams stream = new Streams(random, features);
    int count = 5 + random.nextInt(60);
    for (int i = 0; i < count; i++) {
      stream.add();
    }
    return stream.happenings;
  }

  /** Rows of which all, or only some columns are tracked. */
  public static PlainRows rows(Random random) {
    ColumnSet tracked =
        random.nextBoolean()
            ? PlainRows.allOf(VALUES)
            : ColumnSet.of(1, 1 + random.nextInt(VALUES));
    return new PlainRows(VALUES, tracked);
  }

  /** Every sixth or so a second time, all in no order, in batches of random size. */
  public static List<List<Happening>> shuffled(List<Happening> happenings, Random random) {
    List<Happening> delivered = new ArrayList<>(happenings);
    happenings.stream().filter(each -> random.nextInt(100) < 15).forEach(delivered::add);
    Collections.shuffle(delivered, random);
    return batched(delivered, random);
  }

  /** The same, with each key's changes in their order, as a partition of a topic keeps them. */
  static List<List<Happening>> inOrderOfKeys(List<Happening> happenings, Random random) {
    Map<String, List<Happening>> queues = new HashMap<>();
    List<String> turns = new ArrayList<>();
    for (Happening happening : happenings) {
      queues.computeIfAbsent(happening.key(), key -> new ArrayList<>()).add(happening);
      turns.add(happening.key());
    }
    queues.values().forEach(queue -> queue.sort((a, b) -> a.position().compareTo(b.position())));
    Collections.shuffle(turns, random);
    Map<String, Integer> next = new HashMap<>();
    List<Happening> delivered = new ArrayList<>();
    for (String key : turns) {
      Happening happening = queues.get(key).get(next.merge(key, 1, Integer::sum) - 1);
      delivered.add(happening);
      if (random.nextInt(100) < 15) {
        delivered.add(delivered.get(random.nextInt(delivered.size())));
      }
    }
    return batched(delivered, random);
  }

  private static List<List<Happening>> batched(List<Happening> delivered, Random random) {
    List<List<Happening>> batches = new ArrayList<>();
    int most = 1 + random.nextInt(delivered.size());
    for (int from = 0, to; from < delivered.size(); from = to) {
      to = Math.min(delivered.size(), from + 1 + random.nextInt(most));
      batches.add(delivered.subList(from, to));
    }
    return batches;
  }

  private void add() {
    Sequence sequence = new Sequence(random.nextInt(sequences), random.nextInt(3));
    long system = has(Feature.SYSTEM_TIMES) ? random.nextInt(sequences) : 0;
    int dice = random.nextInt(100);
    if (has(Feature.TRUNCATES) && dice < 3) {
      add(Kind.TRUNCATE, sequence, system, "", "", ColumnSet.NONE);
    } else if (has(Feature.KEY_CHANGES) && dice >= 90) {
      String from = key();
      String to = key();
      if (!from.equals(to)) {
        Sequence own = new Sequence(sequence.first(), 100 + offset); // a move's is its own
        add(Kind.MOVES_OUT, own, system, from, to, ColumnSet.NONE);
        add(Kind.MOVES_IN, own, system, to, from, unauthored());
      }
    } else if (dice < 23) {
      add(Kind.DELETE, sequence, system, key(), "", ColumnSet.NONE);
    } else {
      ColumnSet left = has(Feature.PARTIAL_UPDATES) ? unauthored() : ColumnSet.NONE;
      add(Kind.UPSERT, sequence, system, key(), "", left);
    }
  }

  /** A sequence of two numbers; the second counts where sequences are structs or moves. */
  private record Sequence(long first, long second) {}

  private void add(
      Kind kind, Sequence sequence, long system, String key, String other, ColumnSet unauthored) {
    OrderedBytes bytes = new OrderedBytes().putLong(sequence.first());
    boolean struct = has(Feature.STRUCT_SEQUENCES) || has(Feature.KEY_CHANGES);
    String start = "%03d".formatted(sequence.first());
    if (struct) {
      bytes.putPresent().putLong(sequence.second());
      start += "." + sequence.second();
    }
    int sequenceLength = bytes.toBytes().length;
    int systemLength = 0;
    if (has(Feature.SYSTEM_TIMES)) {
      bytes.putLong(system);
      systemLength = Long.BYTES;
    }
    byte[] position = bytes.putLong(offset++).toBytes();
    List<String> values = new ArrayList<>(Collections.nCopies(VALUES, null));
    if (kind == Kind.UPSERT || kind == Kind.MOVES_IN) {
      for (int i = 0; i < VALUES; i++) {
        values.set(i, unauthored.contains(i + 1) ? null : value());
      }
    }
    String shown = has(Feature.INTERVAL_VALUES) ? "t" + random.nextInt(5) : start;
    happenings.add(
        new Happening(
            kind,
            Position.of(position, sequenceLength, systemLength),
            key,
            other,
            PlainRows.ofChange(key, values, shown, "%03d".formatted(system)),
            unauthored));
  }

  private String value() {
    return Arrays.asList("x", "y", "z", null).get(random.nextInt(4));
  }

  private String key() {
    return "k" + random.nextInt(KEYS);
  }

  private ColumnSet unauthored() {
    return ColumnSet.of(random.ints(1, VALUES + 1).limit(random.nextInt(3)).distinct().toArray());
  }

  private boolean has(Feature feature) {
    return features.contains(feature);
  }
}
