package io.lakeward.samples.shop.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.samples.shop.workload.Milestone.Event;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScriptTest {

  private static final long SEED = 7;

  @Test
  void isFunctionOfItsSeed() {
    assertThat(steps(SEED, 3_000)).isEqualTo(steps(SEED, 3_000));
    assertThat(steps(SEED, 3_000)).isNotEqualTo(steps(SEED + 1, 3_000));
  }

  @Test
  void opensWithSoManyRowsAsItSays() {
    List<Sql> rows = new ArrayList<>();
    new Script(SEED, 1).open(rows::add);
    assertThat(rows).hasSize(Script.OPENING_ROWS);
  }

  @Test
  void playsEveryKindAndMeetsEveryMilestone() {
    Set<String> kinds = new HashSet<>();
    List<Event> events = new ArrayList<>();
    int rolledBack = 0;
    for (Step step : steps(SEED, 20_000)) {
      if (step instanceof Transaction transaction) {
        kinds.add(transaction.kind());
        rolledBack += transaction.ending() == Transaction.Ending.ROLLBACK ? 1 : 0;
      } else if (step instanceof Milestone milestone) {
        events.add(milestone.event());
      }
    }
    assertThat(kinds).contains("swap products", "rename product twice", "reopen customer");
    assertThat(rolledBack).isPositive();
    assertThat(events)
        .containsExactly(
            Event.ALTER_TABLE,
            Event.HOLD_TRANSACTION,
            Event.COMMIT_HELD,
            Event.KILL_CONNECTOR,
            Event.TRUNCATE,
            Event.ALTER_TABLE);
  }

  @Test
  void meetsEveryMilestoneHoweverShortItIs() {
    assertThat(steps(SEED, 1).stream().filter(step -> step instanceof Milestone)).hasSize(6);
  }

  private static List<Step> steps(long seed, int changes) {
    Script script = new Script(seed, changes);
    script.open(row -> {});
    List<Step> steps = new ArrayList<>();
    script.forEachRemaining(steps::add);
    return steps;
  }
}
