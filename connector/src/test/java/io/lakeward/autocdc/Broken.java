package io.lakeward.autocdc;

import io.lakeward.autocdc.Change.Delete;
import io.lakeward.autocdc.Change.Move;
import io.lakeward.autocdc.Change.Truncate;
import io.lakeward.autocdc.Change.Upsert;
import io.lakeward.autocdc.FoldedTable.Mode;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import java.util.List;
import java.util.stream.Stream;

/** Folds that are wrong on purpose: a check that does not catch them checks nothing. */
enum Broken {
  FORGETS_LATE_CHANGES {
    @Override
    KeyHistory<List<String>> fold(
        Fold<List<String>> right,
        KeyHistory<List<String>> stored,
        List<Change<List<String>>> changes,
        List<Handover<List<String>>> handovers) {
      Position latest =
          stored.kept().stream().flatMap(Broken::positions).reduce(Position.NONE, Position::later);
      return right.fold(
          stored,
          changes.stream().filter(change -> change.position().isAfter(latest)).toList(),
          handovers);
    }
  },
  DROPS_TOMBSTONES {
    @Override
    KeyHistory<List<String>> fold(
        Fold<List<String>> right,
        KeyHistory<List<String>> stored,
        List<Change<List<String>>> changes,
        List<Handover<List<String>>> handovers) {
      KeyHistory<List<String>> folded = right.fold(stored, changes, handovers);
      return new KeyHistory<>(folded.kept().stream().filter(part -> !part.isTombstone()).toList());
    }
  },
  LAST_ARRIVAL_WINS {
    @Override
    KeyHistory<List<String>> fold(
        Fold<List<String>> right,
        KeyHistory<List<String>> stored,
        List<Change<List<String>>> changes,
        List<Handover<List<String>>> handovers) {
      return right.fold(stored, changes.stream().map(Broken::arrivingNow).toList(), handovers);
    }
  };

  private static long arrivals;

  abstract KeyHistory<List<String>> fold(
      Fold<List<String>> right,
      KeyHistory<List<String>> stored,
      List<Change<List<String>>> changes,
      List<Handover<List<String>>> handovers);

  /** The mode, broken. */
  Mode mode(Mode mode) {
    return (rows, truncates) -> {
      Fold<List<String>> right = mode.fold(rows, truncates);
      return new Fold<>() {
        @Override
        public KeyHistory<List<String>> fold(
            KeyHistory<List<String>> stored,
            List<Change<List<String>>> changes,
            List<Handover<List<String>>> handovers) {
          return Broken.this.fold(right, stored, changes, handovers);
        }

        @Override
        public Outcome outcome(
            Change<List<String>> change,
            KeyHistory<List<String>> stored,
            KeyHistory<List<String>> folded) {
          return right.outcome(change, stored, folded);
        }
      };
    };
  }

  private static Stream<Position> positions(Kept<List<String>> part) {
    if (part instanceof Version<List<String>> version) {
      return Stream.of(version.interval().last(), version.interval().ended());
    } else if (part instanceof Remembered<List<String>> remembered) {
      return Stream.of(remembered.change().position());
    } else if (part instanceof Moved<List<String>> moved) {
      return Stream.of(moved.position());
    } else if (part instanceof State.Live<List<String>> live) {
      return Stream.of(live.position());
    }
    return part instanceof State.Deleted<List<String>> deleted
        ? Stream.of(deleted.position())
        : Stream.empty();
  }

  /** The change with a position of its sequence, and a place in it that is later than all. */
  private static Change<List<String>> arrivingNow(Change<List<String>> change) {
    Position old = change.position();
    int kept = old.bytes().length - Long.BYTES;
    byte[] bytes =
        new OrderedBytes()
            .putEncoded(java.util.Arrays.copyOf(old.bytes(), kept))
            .putLong(1_000_000 + arrivals++)
            .toBytes();
    int sequenceLength = old.sequence().length;
    Position now = Position.of(bytes, sequenceLength, kept - sequenceLength);
    if (change instanceof Upsert<List<String>> upsert) {
      return new Upsert<>(now, upsert.row(), upsert.unauthored(), upsert.origin());
    } else if (change instanceof Move<List<String>> move) {
      return new Move<>(now, move.row(), move.newKey());
    }
    return change instanceof Truncate<List<String>>
        ? new Truncate<>(now, change.row())
        : new Delete<>(now, change.row());
  }
}
