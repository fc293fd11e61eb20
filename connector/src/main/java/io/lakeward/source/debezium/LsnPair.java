package io.lakeward.source.debezium;

import io.lakeward.source.debezium.SourceBlock.Field;

/** The two places of PostgreSQL's {@code source.sequence}; either may be missing. */
record LsnPair(boolean hasCommit, long commit, boolean hasChange, long change) {

  static final LsnPair NONE = new LsnPair(false, 0, false, 0);

  private static final int MOST_DIGITS = 18;

  /**
   * Parses {@code ["24267616","24267616"]}, in which each item may be null.
   *
   * @throws RecordRefused POSITION_MISSING for anything else
   */
  static LsnPair parse(SourceBlock source) {
    Items items = new Items(source);
    items.expect('[');
    boolean hasCommit = items.next();
    long commit = items.value;
    items.expect(',');
    boolean hasChange = items.next();
    long change = items.value;
    items.expect(']');
    return new LsnPair(hasCommit, commit, hasChange, change);
  }

  /** Walks over the text. */
  private static final class Items {
    private final SourceBlock source;
    private final byte[] text;
    private final int end;
    private int at;
    private long value;

    Items(SourceBlock source) {
      this.source = source;
      this.text = source.bytes(Field.SEQUENCE);
      this.at = source.offset(Field.SEQUENCE);
      this.end = at + source.length(Field.SEQUENCE);
    }

    /** Reads an item; whether it is not null. */
    boolean next() {
      skipSpaces();
      if (at < end && text[at] == 'n') {
        expect('n');
        expect('u');
        expect('l');
        expect('l');
        value = 0;
        return false;
      }
      expect('"');
      int start = at;
      value = 0;
      for (; at < end && text[at] >= '0' && text[at] <= '9'; at++) {
        value = value * 10 + (text[at] - '0');
      }
      if (at == start || at - start > MOST_DIGITS) {
        throw malformed();
      }
      expect('"');
      return true;
    }

    void expect(char wanted) {
      if (wanted == ',' || wanted == ']') {
        skipSpaces();
      }
      if (at >= end || text[at] != wanted) {
        throw malformed();
      }
      at++;
    }

    private void skipSpaces() {
      while (at < end && text[at] == ' ') {
        at++;
      }
    }

    private RecordRefused malformed() {
      return SourcePositions.missing(
          "source.sequence is no pair of places: " + source.text(Field.SEQUENCE));
    }
  }
}
