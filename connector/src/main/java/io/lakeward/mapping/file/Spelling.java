package io.lakeward.mapping.file;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was probably meant. */
public final class Spelling {
  private Spelling() {}

  /** "Did you mean …?" for the nearest of the known words; empty where none is near. */
  public static String suggestion(String word, Collection<String> known) {
    return nearest(word, known).map(near -> "Did you mean " + near + "?").orElse("");
  }

  /** The nearest of the known words, if it is near enough to be meant. */
  static Optional<String> nearest(String word, Collection<String> known) {
    String plain = plain(word);
    int limit = Math.max(1, plain.length() / 3);
    return known.stream()
        .filter(candidate -> distance(plain, plain(candidate)) <= limit)
        .min(
            Comparator.<String>comparingInt(candidate -> distance(plain, plain(candidate)))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** Case and separators are what people get wrong first, so they cost nothing. */
  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
  }

  /** Edits from one word to the other: insert, drop, replace, swap neighbours. */
  static int distance(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : cheapest(edits, from, to, i, j);
      }
    }
    return edits[from.length()][to.length()];
  }

  private static int cheapest(int[][] edits, String from, String to, int i, int j) {
    int replaced = edits[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replaced, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
  }
}
