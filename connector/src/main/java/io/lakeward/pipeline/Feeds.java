package io.lakeward.pipeline;

import io.lakeward.error.LakewardException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The feeds of a table's flows of changes.
 *
 * @param flows those flows; none for a table of snapshots
 */
record Feeds(List<WiredFlow> flows) {
  Feeds {
    flows = List.copyOf(flows);
  }

  /**
   * Where they ended at some moment.
   *
   * @param byFlow by flow, for those that tell
   */
  record Ends(Map<String, Feed.End> byFlow) {
    Ends {
      byFlow = Map.copyOf(byFlow);
    }

    /**
     * Whether a table has been fed that far.
     *
     * @param progress by flow, how far it is
     */
    boolean areReached(Map<String, String> progress) {
      return byFlow.entrySet().stream()
          .allMatch(
              end -> end.getValue().isReached(Optional.ofNullable(progress.get(end.getKey()))));
    }
  }

  /** Where they end now; a feed that cannot be reached does not tell. */
  Ends ends() {
    Map<String, Feed.End> ends = new LinkedHashMap<>();
    for (WiredFlow flow : flows) {
      try {
        flow.plan().feed().end().ifPresent(end -> ends.put(flow.plan().flow(), end));
      } catch (LakewardException unreachable) {
        // What it has sent was seen in the table already.
        continue;
      }
    }
    return new Ends(ends);
  }
}
