package io.lakeward.change;

/** What a change does to its key (semantics, section 3). A truncate has no key. */
public enum Operation {
  UPSERT,
  DELETE,
  TRUNCATE
}
