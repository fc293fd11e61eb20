package io.lakeward.autocdc;

import java.util.List;

/**
 * What was stored of a key and its new changes give what is to be stored. The result depends on the
 * set of changes that were ever folded only, not on their order or grouping (semantics, section 1).
 *
 * <p>Not thread safe.
 *
 * @param <R> a row
 */
public interface Fold<R> {

  /**
   * Folds a key.
   *
   * @param stored what was stored of it
   * @param changes its new changes, in any order
   * @param handovers what other keys handed to it
   * @return what is to be stored; parts that did not change are the same objects
   */
  KeyHistory<R> fold(KeyHistory<R> stored, List<Change<R>> changes, List<Handover<R>> handovers);

  /**
   * How a change ended.
   *
   * @param stored what was stored of its key before the batch
   * @param folded what the fold made of it
   */
  Outcome outcome(Change<R> change, KeyHistory<R> stored, KeyHistory<R> folded);
}
