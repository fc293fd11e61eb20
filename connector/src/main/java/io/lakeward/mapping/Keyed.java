package io.lakeward.mapping;

/** A choice that the mapping spells with a word of its own. */
public interface Keyed {
  /** The word in the mapping. */
  String key();
}
