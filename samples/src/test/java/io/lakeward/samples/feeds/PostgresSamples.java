package io.lakeward.samples.feeds;

import io.lakeward.samples.capture.AvroEncoding;
import io.lakeward.samples.capture.Captures;
import io.lakeward.samples.capture.JsonEncoding;
import io.lakeward.samples.capture.RecordEncoding;
import io.lakeward.samples.capture.SampleDirectory;
import io.lakeward.samples.capture.SqlScript;
import io.lakeward.samples.debezium.PostgresSettings;
import io.lakeward.samples.postgres.Postgres;
import io.lakeward.samples.rows.ColumnForm;
import io.lakeward.samples.rows.PostgresForms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Writes three samples from one database: {@code postgres-feed}, {@code flattened-feed} and {@code
 * avro-feed}.
 */
public final class PostgresSamples {

  private final Path samples;
  private final Path work;
  private final Postgres postgres;
  private final Connection connection;

  private PostgresSamples(Path samples, Path work, Postgres postgres, Connection connection) {
    this.samples = samples;
    this.work = work;
    this.postgres = postgres;
    this.connection = connection;
  }

  /** Takes the directory of the samples. */
  public static void main(String[] arguments) throws Exception {
    Path work = Files.createTempDirectory("samples");
    try (Postgres postgres = Postgres.start(work.resolve("postgres"));
        Connection connection = postgres.connect()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET TIME ZONE 'UTC'");
      }
      new PostgresSamples(Path.of(arguments[0]), work, postgres, connection).write();
    }
  }

  private void write() throws Exception {
    SampleDirectory shop = SampleDirectory.emptied(samples.resolve("postgres-feed"));
    SampleDirectory rows = SampleDirectory.emptied(samples.resolve("flattened-feed"));
    SampleDirectory avro = SampleDirectory.emptied(samples.resolve("avro-feed"));
    SqlScript script = SqlScript.beside(PostgresSamples.class, "shop.sql");
    script.run("tables", connection);
    script.run("before", connection);
    try (Captures first = captures(shop, shopFeed(), JsonEncoding.withoutSchemas());
        Captures second = captures(rows, flattenedFeed(), JsonEncoding.withoutSchemas());
        Captures third = captures(avro, avroFeed(), new AvroEncoding(avro.schemas()))) {
      List<Captures> all = List.of(first, second, third);
      for (Captures captures : all) {
        captures.start("1");
        captures.awaitSnapshots();
        captures.turnTo("2");
      }
      script.run("changes", connection);
      mark("changed", all);
      for (Captures captures : all) {
        captures.turnTo("3");
      }
      script.run("later", connection);
      for (Captures captures : all) {
        captures.awaitSignal("end");
      }
    }
    Map<String, ColumnForm> orders = PostgresForms.of(connection, "orders");
    avro.expect("orders", "id", connection, orders);
    avro.expect("customers", "id", connection, PostgresForms.of(connection, "customers"));
    orders.put("weight", PostgresForms.numberText());
    rows.expect("orders", "id", connection, orders);
    shop.expect("orders", "id", connection, orders);
    shop.expect("articles", "code", connection, PostgresForms.of(connection, "articles"));
    shop.expect("baskets", "id", connection, PostgresForms.of(connection, "baskets"));
  }

  private static Captures captures(
      SampleDirectory sample, Properties settings, RecordEncoding encoding) throws Exception {
    return new Captures(sample.capture()).add(settings, encoding);
  }

  private void mark(String id, List<Captures> all) throws SQLException, InterruptedException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO signal VALUES ('" + id + "', 'log', '{\"message\":\"\"}')");
    }
    for (Captures captures : all) {
      captures.awaitSignal(id);
    }
  }

  private Properties shopFeed() {
    Properties settings =
        settings("shop", List.of("public.orders", "public.articles", "public.baskets"));
    settings.setProperty("decimal.handling.mode", "string");
    return settings;
  }

  private Properties flattenedFeed() {
    Properties settings = settings("rows", List.of("public.orders"));
    settings.setProperty("decimal.handling.mode", "string");
    settings.setProperty("transforms", "unwrap");
    settings.setProperty("transforms.unwrap.type", "io.debezium.transforms.ExtractNewRecordState");
    settings.setProperty("transforms.unwrap.add.fields", "op,lsn,sequence,source.ts_ms");
    settings.setProperty("transforms.unwrap.add.headers", "lsn,sequence");
    settings.setProperty("transforms.unwrap.delete.tombstone.handling.mode", "tombstone");
    return settings;
  }

  private Properties avroFeed() {
    return settings("avro", List.of("public.orders", "public.customers"));
  }

  private Properties settings(String prefix, List<String> tables) {
    return PostgresSettings.of(postgres, prefix, tables, "public.signal", work.resolve(prefix));
  }
}
