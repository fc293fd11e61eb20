package io.lakeward.it.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference itself: it must give what the source holds, whatever the order of the changes. */
class ReplicaTest {

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void equalsTheSourceWhateverTheOrder(long seed) {
    Workload workload = new Workload(seed);
    List<RowChange> changes = new ArrayList<>(workload.transactions(600));
    assertThat(Replica.of(changes)).containsExactlyInAnyOrderElementsOf(workload.rows());
    Collections.shuffle(changes, new Random(seed));
    changes.addAll(changes.subList(0, 100));
    assertThat(Replica.of(changes)).containsExactlyInAnyOrderElementsOf(workload.rows());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1})
  void workloadsHoldEveryKindOfChange(long seed) {
    assertThat(new Workload(seed).transactions(1000))
        .extracting(RowChange::kind)
        .contains(
            RowChange.Kind.CREATE,
            RowChange.Kind.UPDATE,
            RowChange.Kind.DELETE,
            RowChange.Kind.MOVE_OUT,
            RowChange.Kind.MOVE_IN,
            RowChange.Kind.TRUNCATE);
  }
}
