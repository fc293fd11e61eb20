package io.lakeward.pipeline;

import io.lakeward.source.debezium.LogPlace;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Tells changes that are on their way into a table from differences that stay. It looks again at
 * the keys that differ, in rounds, until each agrees, or was changed by the feed since it was seen
 * to differ, or differs although the table has all that was committed when the source's row was
 * already this one, or time is up.
 *
 * <p>Whether the table has it is told by the positions of its changes, and, since partitions of a
 * topic may be read unevenly, by its feed having been read to where it ended after that.
 */
final class InFlight {

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** A source's row, since when it is known, and how far the feed was when it had passed that. */
  private record Watched(
      long fingerprint, Optional<LogPlace> place, Optional<Feeds.Ends> feedEnds) {}

  private final Function<List<KeyDifference>, Look> looking;
  private final Feeds feeds;
  private final Instant deadline;

  /**
   * Rounds of looks.
   *
   * @param looking compares some keys again
   * @param feeds what the table is fed from
   * @param patience for how long
   */
  InFlight(Function<List<KeyDifference>, Look> looking, Feeds feeds, Duration patience) {
    this.looking = looking;
    this.feeds = feeds;
    this.deadline = Instant.now().plus(patience);
  }

  /**
   * What is left of differences.
   *
   * @param differences the keys that still differ
   * @param undecided how many of them may be on their way still
   * @param last the last look at keys; empty where there was nothing to look at
   */
  record Left(List<KeyDifference> differences, long undecided, Optional<Look> last) {
    Left {
      differences = List.copyOf(differences);
    }
  }

  /** Looks again at what a look has found. */
  Left of(Look first) {
    Map<ByteBuffer, KeyDifference> pending = new LinkedHashMap<>(first.byKey());
    Map<ByteBuffer, Watched> watched = new LinkedHashMap<>();
    pending.forEach((key, found) -> watched.put(key, seen(found, first)));
    List<KeyDifference> staying = new ArrayList<>();
    Optional<Look> last = Optional.empty();
    Duration pause = SHORTEST_PAUSE;
    while (!pending.isEmpty() && Instant.now().isBefore(deadline)) {
      rest(pause);
      Instant start = Instant.now();
      Look look = looking.apply(List.copyOf(pending.values()));
      last = Optional.of(look);
      staying.addAll(decided(pending, watched, look));
      pause = next(pause, Duration.between(start, Instant.now()));
    }
    long undecided = pending.size();
    staying.addAll(pending.values());
    return new Left(staying, undecided, last);
  }

  /** Takes what agrees and what stays out of the pending keys; gives what stays. */
  private List<KeyDifference> decided(
      Map<ByteBuffer, KeyDifference> pending, Map<ByteBuffer, Watched> watched, Look look) {
    Map<ByteBuffer, KeyDifference> still = look.byKey();
    List<KeyDifference> staying = new ArrayList<>();
    for (ByteBuffer key : List.copyOf(pending.keySet())) {
      KeyDifference found = still.get(key);
      Watched before = watched.get(key);
      // A row that the feed has changed since is as it says, whatever was there before.
      if (found == null || before.place().filter(at -> look.isNewer(found, at)).isPresent()) {
        pending.remove(key);
        continue;
      }
      pending.put(key, found);
      if (before.fingerprint() != found.fingerprint()) {
        watched.put(key, seen(found, look));
      } else if (before.feedEnds().filter(ends -> ends.areReached(look.progress())).isPresent()) {
        pending.remove(key);
        staying.add(found);
      } else if (before.feedEnds().isEmpty() && before.place().filter(look::isBeyond).isPresent()) {
        watched.put(
            key, new Watched(before.fingerprint(), before.place(), Optional.of(feeds.ends())));
      }
    }
    return staying;
  }

  private static Watched seen(KeyDifference found, Look look) {
    return new Watched(found.fingerprint(), look.place(), Optional.empty());
  }

  /** A look that takes long is not repeated at once. */
  private static Duration next(Duration pause, Duration look) {
    Duration longer = pause.multipliedBy(3).dividedBy(2);
    Duration bounded = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
    return bounded.compareTo(look) > 0 ? bounded : look;
  }

  private void rest(Duration pause) {
    Duration left = Duration.between(Instant.now(), deadline);
    Duration rest = left.compareTo(pause) < 0 ? left : pause;
    try {
      Thread.sleep(Math.max(0, rest.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Cannot look again after an interrupt", e);
    }
  }
}
