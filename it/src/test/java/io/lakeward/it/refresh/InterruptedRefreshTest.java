package io.lakeward.it.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.ConnectorProcess;
import io.lakeward.it.connector.Rebuild;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A refresh that was killed: the next run or refresh ends right. */
class InterruptedRefreshTest {

  private static final int CHANGES = 12;
  private static final String[] KEYS = {"keys: [id]", "sequence_by: seq"};

  @TempDir private Path directory;

  private Users users;
  private Path mapping;

  @BeforeEach
  void replicate() {
    users = new Users(directory);
    for (int i = 1; i <= CHANGES; i++) {
      users.change(i % 5, "user " + i, "Paris", i);
    }
    mapping = users.mapping(KEYS);
    Run.once(mapping);
  }

  @Test
  void whileItBuilds() {
    try (ConnectorProcess refresh =
        ConnectorProcess.start(
            directory, "refresh", "--mapping", mapping.toString(), "--table", Users.TABLE)) {
      refresh.await(
          "the table aside", Duration.ofMinutes(3), () -> users.look(lake -> lake.has(Users.SIDE)));
      refresh.kill();
    }
    users.change(7, "new", "Rome", 100);
    assertThat(Run.once(mapping).records(Users.TABLE)).isEqualTo(1);
    assertThat(users.rows()).hasSize(6);
    assertThat(Rebuild.of(mapping, Users.TABLE).records()).isEqualTo(CHANGES + 1);
    assertWhole();
  }

  @Test
  void betweenTheRenamesBeforeARun() {
    leaveBetweenTheRenames();
    users.change(7, "new", "Rome", 100);
    assertThat(Run.once(mapping).records(Users.TABLE)).isEqualTo(1);
    assertWhole();
  }

  @Test
  void betweenTheRenamesBeforeAnotherRefresh() {
    leaveBetweenTheRenames();
    users.change(7, "new", "Rome", 100);
    assertThat(Rebuild.of(mapping, Users.TABLE).records()).isEqualTo(CHANGES + 1);
    assertWhole();
  }

  /** As a refresh leaves it that has renamed the old table, and not yet the new one. */
  private void leaveBetweenTheRenames() {
    Rebuild.of(mapping, Users.TABLE);
    users.look(
        lake -> {
          lake.rename(Users.TABLE, Users.SIDE);
          return lake.tables();
        });
  }

  private void assertWhole() {
    assertThat(users.look(Lake::tables)).containsExactly(Users.TABLE);
    assertThat(users.rows()).hasSize(6).extracting(row -> row.get("name")).contains("new");
    assertThat(Run.once(mapping).records(Users.TABLE)).isZero();
  }
}
