package io.lakeward.pipeline;

import io.lakeward.mapping.Table;
import io.lakeward.source.debezium.StatedPosition;
import io.lakeward.source.snapshot.DatabaseLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One reconciliation, from the first look to the last. Used once. */
final class ReconciledRun {

  private final String pipeline;
  private final Table table;
  private final WiredTable wired;
  private final ReconciledTable reconciled;
  private final Examples examples;
  private final Reconciliation.Request request;
  private final Optional<RepairPosition> stated;
  private final List<String> notes = new ArrayList<>();

  /**
   * A run.
   *
   * @param pipeline the pipeline that writes the table
   * @param examples which differences are described
   * @param stated the position of the source's rows, where it is known; empty where they are live
   */
  ReconciledRun(
      String pipeline,
      Table table,
      WiredTable wired,
      ReconciledTable reconciled,
      Examples examples,
      Reconciliation.Request request,
      Optional<RepairPosition> stated) {
    this.pipeline = pipeline;
    this.table = table;
    this.wired = wired;
    this.reconciled = reconciled;
    this.examples = examples;
    this.request = request;
    this.stated = stated;
  }

  /** Compares, waits for what is on its way, and repairs. */
  Findings findings() {
    boolean repairs = request.action() == Reconciliation.Action.REPAIR;
    RowRepair repair = new RowRepair(pipeline, table, reconciled, stated);
    if (repairs) {
      repair.requirePosition();
    }
    Look first = reconciled.look(stated);
    tellOfColumns();
    Settled settled = settled(first);
    Optional<Findings.Repair> repaired = Optional.empty();
    if (repairs && settled.counts().differences() > 0) {
      RowRepair.Done done = first.hasEveryKey() ? repair.of(settled.keys()) : repair.ofEveryKey();
      repaired = Optional.of(repaired(done, first, settled));
      tellOfFuture(done.position(), first);
    } else if (repairs) {
      notes.add("there is nothing to repair");
    }
    return new Findings(
        reconciled.name(),
        reconciled.source().export().place(),
        settled.counts(),
        settled.agreed(),
        settled.undecided(),
        settled.examples(),
        standing(first, settled.last()),
        repaired,
        notes);
  }

  /**
   * What a look is after what was on its way has arrived.
   *
   * @param keys those that differ, where all are held
   * @param agreed how many differed at first and agree
   */
  private record Settled(
      Findings.Counts counts,
      List<KeyDifference> keys,
      List<String> examples,
      long agreed,
      long undecided,
      Look last) {}

  private Settled settled(Look first) {
    boolean isLive = reconciled.source().log().isPresent();
    if (!isLive || first.counts().differences() == 0 || request.settle().isZero()) {
      return unsettled(first, isLive ? first.counts().differences() : 0);
    } else if (!first.hasEveryKey()) {
      notes.add(
          "more than %,d keys differ: they were not looked at again, and changes on their way are among them"
              .formatted(FoundKeys.MOST_HELD));
      return unsettled(first, first.counts().differences());
    }
    InFlight.Left left =
        new InFlight(
                keys -> reconciled.lookAt(keys, stated),
                new Feeds(wired.changes()),
                request.settle())
            .of(first);
    long agreed = first.counts().differences() - left.differences().size();
    return new Settled(
        counts(first.counts(), left.differences(), agreed),
        left.differences(),
        examples(left.differences()),
        agreed,
        left.undecided(),
        left.last().orElse(first));
  }

  /** The first of each kind, of which a look at many keys may not have described all. */
  private List<String> examples(List<KeyDifference> differences) {
    List<KeyDifference> first = examples.of(differences);
    if (first.stream().allMatch(KeyDifference::isDescribed)) {
      return examples.described(first);
    }
    return reconciled.lookAt(first, stated).examples();
  }

  private static Settled unsettled(Look look, long undecided) {
    return new Settled(look.counts(), look.keys(), look.examples(), 0, undecided, look);
  }

  private static Findings.Counts counts(
      Findings.Counts first, List<KeyDifference> left, long agreed) {
    long different = count(left, DifferenceKind.DIFFERENT);
    long missing = count(left, DifferenceKind.MISSING);
    long extra = count(left, DifferenceKind.EXTRA);
    return new Findings.Counts(first.equal() + agreed, different, missing, extra, first.newer());
  }

  private static long count(List<KeyDifference> keys, DifferenceKind kind) {
    return keys.stream().filter(difference -> difference.kind() == kind).count();
  }

  private Findings.Repair repaired(RowRepair.Done done, Look first, Settled before) {
    Look after =
        first.hasEveryKey() ? reconciled.lookAt(before.keys(), stated) : reconciled.look(stated);
    Settled settled = settled(after);
    return new Findings.Repair(
        done.position().text(), done.applied(), done.superseded(), settled.counts().differences());
  }

  private Findings.Standing standing(Look first, Look last) {
    if (reconciled.source().log().isEmpty()) {
      return new Findings.Standing(stated.map(RepairPosition::text), Findings.Feed.NONE);
    }
    first
        .logEnd()
        .filter(end -> end instanceof DatabaseLog.End.Unknown)
        .map(end -> ((DatabaseLog.End.Unknown) end).reason())
        .ifPresent(reason -> notes.add("the database does not tell its log's place: " + reason));
    boolean isBeyond = first.place().filter(last::isBeyond).isPresent();
    return new Findings.Standing(
        first.place().map(place -> place.text()),
        isBeyond ? Findings.Feed.BEYOND : Findings.Feed.NOT_SEEN_BEYOND);
  }

  /** Who states a position that is too high loses changes that are on their way. */
  private void tellOfFuture(RepairPosition position, Look first) {
    boolean isBeyond =
        first
            .reached()
            .map(reached -> StatedPosition.behind(reached.type(), reached.sequence()))
            .filter(reached -> Arrays.compareUnsigned(reached, position.sequence()) < 0)
            .isPresent();
    if (stated.isPresent() && isBeyond) {
      notes.add(
          "the position is beyond all that the table has: changes and snapshots up to it do not win"
              + " over the repair when they come");
    }
  }

  private void tellOfColumns() {
    List<String> only =
        reconciled.columns(reconciled.source().export().rows().schema()).onlyInSource(table);
    if (!only.isEmpty()) {
      notes.add("the table has no such columns yet: " + String.join(", ", only));
    }
    Set<String> absent = reconciled.source().export().absentColumns();
    if (!absent.isEmpty()) {
      notes.add("no record of the source has, so they are null: " + String.join(", ", absent));
    }
  }
}
