package io.lakeward.samples.shop.workload;

import io.lakeward.samples.postgres.Postgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A script, played against a database at a steady rate. */
public final class Performance implements AutoCloseable {

  private static final String SIGNAL =
      "INSERT INTO debezium_signal (id, type, data) VALUES (?, 'execute-snapshot', ?)";
  private static final String SNAPSHOT =
      "{\"type\": \"incremental\", \"data-collections\": [\"public.products\","
          + " \"public.inventory\"]}";

  private final Script script;
  private final int rate;
  private final Cues cues;
  private final Connection main;
  private final Connection held;
  private final Map<String, Integer> played = new TreeMap<>();
  private long changes;
  private int rolledBack;
  private Duration duration = Duration.ZERO;

  /**
   * A performance that has not begun.
   *
   * @param rate row changes a second
   */
  public Performance(Postgres postgres, Script script, int rate, Cues cues) throws SQLException {
    this.script = script;
    this.rate = rate;
    this.cues = cues;
    this.main = postgres.connect();
    this.held = postgres.connect();
    main.setAutoCommit(false);
    held.setAutoCommit(false);
  }

  /** Plays the script to its end. */
  public void play() throws SQLException, InterruptedException {
    long start = System.nanoTime();
    while (script.hasNext()) {
      cues.check();
      Step step = script.next();
      if (step instanceof Transaction transaction) {
        play(transaction);
      } else if (step instanceof Milestone milestone) {
        play(milestone);
      }
      cues.progress(changes);
      keepPace(start);
    }
    duration = Duration.ofNanos(System.nanoTime() - start);
  }

  private void play(Transaction transaction) throws SQLException {
    for (Sql sql : transaction.statements()) {
      sql.execute(main);
    }
    switch (transaction.ending()) {
      case COMMIT -> main.commit();
      case ROLLBACK -> {
        main.rollback();
        rolledBack++;
      }
    }
    played.merge(transaction.kind(), 1, Integer::sum);
    changes += transaction.changes();
  }

  private void play(Milestone milestone) throws SQLException, InterruptedException {
    switch (milestone.event()) {
      case ALTER_TABLE, TRUNCATE -> {
        run(main, milestone);
        main.commit();
      }
      case HOLD_TRANSACTION -> {
        run(held, milestone);
        askForSnapshot();
      }
      case COMMIT_HELD -> {
        cues.awaitSnapshot();
        held.commit();
      }
      case KILL_CONNECTOR -> cues.killConnector();
    }
  }

  private static void run(Connection connection, Milestone milestone) throws SQLException {
    for (Sql sql : milestone.statements()) {
      try (PreparedStatement statement = connection.prepareStatement(sql.text())) {
        sql.bind(statement);
        statement.execute();
      }
    }
  }

  private void askForSnapshot() throws SQLException {
    Sql.of(SIGNAL, "snapshot", SNAPSHOT).execute(main);
    main.commit();
  }

  private void keepPace(long start) throws InterruptedException {
    long due = start + changes * TimeUnit.SECONDS.toNanos(1) / rate;
    long early = due - System.nanoTime();
    if (early > TimeUnit.MILLISECONDS.toNanos(2)) {
      TimeUnit.NANOSECONDS.sleep(early);
    }
  }

  /**
   * Commits one more row, in no replicated table: when its change has arrived, all before it has.
   *
   * @param id names it, once
   */
  public void mark(String id) throws SQLException {
    Sql.of(SIGNAL.replace("execute-snapshot", "log"), id, "{\"message\": \"%s\"}".formatted(id))
        .execute(main);
    main.commit();
  }

  /** The row changes that were committed. */
  public long changes() {
    return changes;
  }

  /** The transactions that were played, by kind. */
  public Map<String, Integer> transactions() {
    return Map.copyOf(played);
  }

  /** The transactions that were rolled back. */
  public int rolledBack() {
    return rolledBack;
  }

  /** The rate that was reached, in row changes a second. */
  public double rate() {
    return changes * 1e9 / Math.max(1, duration.toNanos());
  }

  @Override
  public void close() throws SQLException {
    main.close();
    held.close();
  }
}
