package io.lakeward.autocdc;

import io.lakeward.autocdc.FoldedTable.Applied;
import io.lakeward.autocdc.FoldedTable.Mode;
import io.lakeward.autocdc.FoldedTable.RestlessException;
import io.lakeward.autocdc.Happening.Kind;
import io.lakeward.autocdc.Streams.Feature;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Plays a random stream into a table of one mode and compares it with what the law says. */
enum Simulation {
  TYPE_1(
      Mode.TYPE_1,
      EnumSet.of(
          Feature.PARTIAL_UPDATES,
          Feature.TRUNCATES,
          Feature.KEY_CHANGES,
          Feature.STRUCT_SEQUENCES)) {
    @Override
    List<List<String>> expected(Reference reference) {
      return reference.type1();
    }

    @Override
    List<List<Happening>> delivered(
        List<Happening> happenings, Set<Feature> features, Random random) {
      return features.contains(Feature.KEY_CHANGES) // docs/decisions/0004: its limit without order
          ? Streams.inOrderOfKeys(happenings, random)
          : Streams.shuffled(happenings, random);
    }

    @Override
    int columns(PlainRows rows) {
      return rows.start();
    }

    @Override
    boolean playsAgain(FoldedTable table, List<Happening> happenings, List<Feature> features) {
      return features.contains(Feature.KEY_CHANGES) // writes again what is handed over again
          || super.playsAgain(table, happenings, features);
    }
  },
  TYPE_2(
      Mode.TYPE_2,
      EnumSet.of(
          Feature.PARTIAL_UPDATES,
          Feature.TRUNCATES,
          Feature.KEY_CHANGES,
          Feature.STRUCT_SEQUENCES,
          Feature.INTERVAL_VALUES)) {
    @Override
    List<List<String>> expected(Reference reference) {
      return reference.type2();
    }

    @Override
    int columns(PlainRows rows) {
      return rows.start() + 2;
    }
  },
  BITEMPORAL(
      Mode.BITEMPORAL,
      EnumSet.of(
          Feature.PARTIAL_UPDATES,
          Feature.KEY_CHANGES,
          Feature.STRUCT_SEQUENCES,
          Feature.SYSTEM_TIMES)) {
    @Override
    List<List<String>> expected(Reference reference) {
      return reference.bitemporal();
    }

    @Override
    int columns(PlainRows rows) {
      return rows.systemStart() + 2;
    }
  };

  private final Mode mode;
  private final Set<Feature> possible;

  Simulation(Mode mode, Set<Feature> possible) {
    this.mode = mode;
    this.possible = possible;
  }

  /** The mode as the product has it. */
  Mode mode() {
    return mode;
  }

  abstract List<List<String>> expected(Reference reference);

  /** How many columns readers see. */
  abstract int columns(PlainRows rows);

  List<List<Happening>> delivered(
      List<Happening> happenings, Set<Feature> features, Random random) {
    return Streams.shuffled(happenings, random);
  }

  /** What is wrong after the stream of this seed; empty where nothing is. */
  Optional<String> difference(Mode played, long seed) {
    Random random = new Random(seed);
    List<Feature> features = new ArrayList<>(possible);
    features.removeIf(feature -> feature != Feature.SYSTEM_TIMES && random.nextInt(3) == 0);
    PlainRows rows = Streams.rows(random);
    List<Happening> happenings = Streams.random(random, features);
    FoldedTable table = new FoldedTable(rows, played);
    List<String> wrong = new ArrayList<>();
    try {
      for (List<Happening> batch : delivered(happenings, Set.copyOf(features), random)) {
        play(table, batch, wrong);
      }
      compare(rows, happenings, table, wrong);
      if (wrong.isEmpty() && !playsAgain(table, happenings, features)) {
        wrong.add("the stream once more changed what is stored");
      }
    } catch (RestlessException e) {
      wrong.add(e.getMessage());
    }
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of("%s, stream %d, %s: %s".formatted(this, seed, features, wrong));
  }

  private static void play(FoldedTable table, List<Happening> batch, List<String> wrong) {
    List<List<String>> before = sorted(table.visible());
    Applied applied = table.apply(batch);
    boolean ofOwnKeys =
        batch.stream().allMatch(each -> each.kind() == Kind.UPSERT || each.kind() == Kind.DELETE);
    if (ofOwnKeys
        && !applied.outcomes().containsKey(Outcome.APPLIED)
        && !before.equals(sorted(table.visible()))) {
      wrong.add("nothing was applied by a batch that changed the table: " + batch);
    }
  }

  private void compare(
      PlainRows rows, List<Happening> happenings, FoldedTable table, List<String> wrong) {
    List<List<String>> extra = new ArrayList<>();
    table.visible().forEach(row -> extra.add(row.subList(0, columns(rows))));
    List<List<String>> missing = new ArrayList<>();
    for (List<String> row : expected(new Reference(rows, happenings))) {
      if (!extra.remove(row)) {
        missing.add(row);
      }
    }
    if (!extra.isEmpty() || !missing.isEmpty()) {
      wrong.add("the table lacks %s and has %s".formatted(missing, extra));
    }
  }

  /** Whether all changes at once, a second time, leave every stored part the same object. */
  boolean playsAgain(FoldedTable table, List<Happening> happenings, List<Feature> features) {
    return !table.apply(happenings).partsChanged();
  }

  private static List<List<String>> sorted(List<List<String>> rows) {
    return rows.stream()
        .sorted((one, other) -> one.toString().compareTo(other.toString()))
        .toList();
  }
}
