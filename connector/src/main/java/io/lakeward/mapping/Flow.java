package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

/**
 * One way into a table: what is read, how it is understood, and what of it lands.
 *
 * @param name its name in checkpoints, metrics and messages, unique in the pipeline
 * @param input what is read
 * @param encoding how a record is decoded
 * @param rules in which order changes stand and what they do
 * @param projection which columns land, and under which names
 * @param authorship which columns a change speaks for
 * @param extent how far the flow reads
 */
public record Flow(
    String name,
    Input input,
    Encoding encoding,
    ChangeRules rules,
    Projection projection,
    Authorship authorship,
    Extent extent) {

  public Flow {
    Checks.text(name, "name");
    requireNonNull(input, "input");
    requireNonNull(encoding, "encoding");
    requireNonNull(rules, "rules");
    requireNonNull(projection, "projection");
    requireNonNull(authorship, "authorship");
    requireNonNull(extent, "extent");
    if (input instanceof Input.Snapshots) {
      requireNoRules(rules);
    } else if (encoding.format().isCustom() && rules.sequenceBy().isEmpty()) {
      throw new IllegalArgumentException("Cannot order custom events without sequence: " + name);
    }
  }

  private static void requireNoRules(ChangeRules rules) {
    if (!rules.equals(ChangeRules.OF_THE_FORMAT)) {
      throw new IllegalArgumentException("Cannot apply rules for changes to snapshots: " + rules);
    }
  }
}
