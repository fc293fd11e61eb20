package io.lakeward.samples.compare;

import java.util.List;

/**
 * What a comparison has found.
 *
 * @param sourceRows the rows of the source; -1 where the columns alone made rows incomparable
 * @param lakeRows the different keys in the lake; -1 likewise
 * @param differences how many differences there are
 * @param examples the first of them, for people
 */
public record Verdict(long sourceRows, long lakeRows, long differences, List<String> examples) {

  public Verdict {
    examples = List.copyOf(examples);
  }

  /** Whether the two sides are the same. */
  public boolean equal() {
    return differences == 0;
  }
}
