package io.lakeward.samples.shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Changes now this customer, now that one, but for one of them, until it is closed. */
final class OngoingChanges implements AutoCloseable {

  private static final long PAUSE_MILLIS = 500;
  private static final long PATIENCE_MILLIS = 10_000;
  private static final String CHANGE =
      "UPDATE customers SET active = NOT active WHERE id ="
          + " (SELECT id FROM customers WHERE id <> ? ORDER BY random() LIMIT 1)";

  private final Connection connection;
  private final long spared;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread = new Thread(this::work, "ongoing-changes");
  private volatile SQLException failure;

  private OngoingChanges(Connection connection, long spared) {
    this.connection = connection;
    this.spared = spared;
  }

  /**
   * Begins.
   *
   * @param connection for these changes alone
   * @param spared the key of the customer that is left as it is
   */
  static OngoingChanges start(Connection connection, long spared) {
    OngoingChanges changes = new OngoingChanges(connection, spared);
    changes.thread.setDaemon(true);
    changes.thread.start();
    return changes;
  }

  private void work() {
    try (PreparedStatement change = connection.prepareStatement(CHANGE)) {
      do {
        change.setLong(1, spared);
        change.executeUpdate();
      } while (!end.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
    } catch (SQLException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends them, and throws if they ended by themselves. */
  @Override
  public void close() throws SQLException, InterruptedException {
    end.countDown();
    thread.join(PATIENCE_MILLIS);
    if (failure != null) {
      throw failure;
    }
  }
}
