package io.lakeward.autocdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.autocdc.FoldedTable.Mode;
import io.lakeward.autocdc.Streams.Feature;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The one law, on random streams: whatever the order, the batches and the repetitions, the table is
 * what {@link Reference} tells from the set of changes. A failure names the seed of its stream.
 */
class SimulationTest {

  private static final int STREAMS = Integer.getInteger("simulation.streams", 1_000);

  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("simulations")
  void theTableIsAFunctionOfTheSetOfChanges(Simulation simulation, long seed) {
    for (long stream = seed; stream < seed + STREAMS; stream++) {
      assertThat(simulation.difference(simulation.mode(), stream)).isEmpty();
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void type1IsWhatIsOpenInType2(long seed) {
    for (long stream = seed; stream < seed + STREAMS; stream++) {
      Random random = new Random(stream);
      PlainRows rows = Streams.rows(random);
      List<Happening> happenings = Streams.random(random, List.of(Feature.PARTIAL_UPDATES));
      List<List<Happening>> batches = Streams.shuffled(happenings, random);
      FoldedTable type1 = new FoldedTable(rows, Mode.TYPE_1);
      FoldedTable type2 = new FoldedTable(rows, Mode.TYPE_2);
      batches.forEach(type1::apply);
      batches.forEach(type2::apply);
      int end = rows.start() + 1;
      assertThat(type1.visible().stream().map(row -> row.subList(0, rows.start())))
          .as("stream %d", stream)
          .containsExactlyInAnyOrderElementsOf(
              type2.visible().stream()
                  .filter(row -> row.get(end) == null)
                  .map(row -> row.subList(0, rows.start()))
                  .toList());
    }
  }

  @ParameterizedTest
  @EnumSource(Broken.class)
  void aBrokenFoldIsCaught(Broken broken) {
    for (Simulation simulation : Simulation.values()) {
      assertThat(LongStream.range(0, 200))
          .as("%s, %s", broken, simulation)
          .anyMatch(
              stream -> simulation.difference(broken.mode(simulation.mode()), stream).isPresent());
    }
  }

  static Stream<Arguments> simulations() {
    return Stream.of(Simulation.values())
        .flatMap(simulation -> seeds().map(seed -> Arguments.of(simulation, seed)));
  }

  /** The second begins with a stream in which a bitemporal change was not counted once. */
  static Stream<Long> seeds() {
    return Stream.of(1_000_000L, -157_193_709_222_573_335L, new Random().nextLong() >> 1);
  }
}
