package io.lakeward.samples.shop.workload;

import io.lakeward.samples.postgres.Postgres;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.IntConsumer;

/** Makes the tables and fills them with the opening rows of a script, in batches. */
public final class Loading implements AutoCloseable {

  private static final int BATCH = 256;
  private static final String SCHEMA = "/io/lakeward/samples/shop/shop.sql";

  private final Connection connection;
  private final IntConsumer progress;
  private PreparedStatement batch;
  private String text = "";
  private int waiting;
  private int loaded;

  private Loading(Connection connection, IntConsumer progress) {
    this.connection = connection;
    this.progress = progress;
  }

  /**
   * Opens the shop.
   *
   * @param progress told now and then how many rows have been loaded
   */
  public static void load(Postgres postgres, Script script, IntConsumer progress)
      throws SQLException, IOException {
    try (Connection connection = postgres.connect();
        Statement statement = connection.createStatement();
        InputStream schema = Loading.class.getResourceAsStream(SCHEMA)) {
      statement.execute(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
      connection.setAutoCommit(false);
      try (Loading loading = new Loading(connection, progress)) {
        script.open(loading::add);
      }
      connection.commit();
    } catch (LoadingException e) {
      throw e.reason;
    }
  }

  private void add(Sql row) {
    try {
      if (!row.text().equals(text) || waiting == BATCH) {
        flush();
      }
      if (batch == null) {
        text = row.text();
        batch = connection.prepareStatement(text);
      }
      row.bind(batch);
      batch.addBatch();
      waiting++;
    } catch (SQLException e) {
      throw new LoadingException(e);
    }
  }

  private void flush() throws SQLException {
    if (batch != null) {
      batch.executeBatch();
      batch.close();
      batch = null;
      loaded += waiting;
      waiting = 0;
      progress.accept(loaded);
    }
  }

  @Override
  public void close() throws SQLException {
    flush();
  }

  /** Carries the reason out of the callback. */
  private static final class LoadingException extends RuntimeException {
    private final SQLException reason;

    LoadingException(SQLException reason) {
      super(reason);
      this.reason = reason;
    }
  }
}
