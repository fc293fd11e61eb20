package io.lakeward.autocdc;

import io.lakeward.change.Position;

/**
 * A maximal chain of states of a key that are equal on the tracked columns, without a delete
 * between them (semantics, section 6).
 *
 * @param opened its first change
 * @param last its latest change
 * @param ended the change that ended it; null while it is open
 * @param first the columns after its first change
 * @param row the columns after its latest change
 * @param <R> a row
 */
record Run<R>(Event<R> opened, Event<R> last, Event<R> ended, R first, R row) {

  Interval interval() {
    return new Interval(
        opened.position(), last.position(), ended == null ? Position.NONE : ended.position());
  }
}
