package io.lakeward.samples.shop;

import io.lakeward.samples.postgres.Postgres;
import io.lakeward.samples.shop.connector.ReconcileProcess;
import io.lakeward.samples.shop.connector.ReconcileProcess.Found;
import java.sql.Connection;
import java.util.Set;

/**
 * Changes rows behind the feed's back and lets {@code reconcile} find and mend them, while the
 * connector runs and other rows change. A change that comes later wins over what was mended.
 */
final class Mending {

  private final Settings settings;
  private final Running running;
  private final Progress progress;
  private final Postgres postgres;

  Mending(Settings settings, Running running, Progress progress, Postgres postgres) {
    this.settings = settings;
    this.running = running;
    this.progress = progress;
    this.postgres = postgres;
  }

  /**
   * Shows it.
   *
   * @return what was found and mended; anything but what was hidden is an error
   */
  Found show() throws Exception {
    try (Connection connection = postgres.connect();
        Connection other = postgres.connect()) {
      HiddenChanges hidden = HiddenChanges.make(connection);
      progress.done("changed a customer and deleted another, of which Debezium was told nothing");
      try (OngoingChanges changes = OngoingChanges.start(other, hidden.changed())) {
        Found found = reconcile();
        requireMended(hidden, found);
        progress.done(
            "reconcile found them among other changes, and mended them while the connector ran");
        hidden.changeForAllToSee();
        progress.done("changed the mended customer once more");
        return found;
      }
    }
  }

  private Found reconcile() throws Exception {
    ReconcileProcess process =
        running.start(
            () ->
                ReconcileProcess.start(
                    settings.launcher(),
                    settings.mapping(),
                    HiddenChanges.TABLE.table(),
                    rowsOfTheSource(),
                    settings.connectorLog()));
    return process.await();
  }

  private String rowsOfTheSource() {
    return "{format: jdbc, path: %s, options: {url: \"%s\", user: %s}}"
        .formatted(HiddenChanges.TABLE.qualified(), postgres.url(), Postgres.USER);
  }

  private static void requireMended(HiddenChanges hidden, Found found) {
    if (found.different() != 1
        || found.missing() != 0
        || found.extra() != 1
        || !Set.copyOf(found.keys()).equals(Set.copyOf(hidden.keys()))
        || found.remaining() != 0) {
      throw new IllegalStateException(
          "reconcile did not find and mend just what was hidden, %s, but %s"
              .formatted(hidden.keys(), found));
    }
  }
}
