package io.lakeward.samples.shop;

import io.lakeward.samples.compare.Comparison;
import io.lakeward.samples.compare.Verdict;
import io.lakeward.samples.debezium.Feed;
import io.lakeward.samples.debezium.FeedSettings;
import io.lakeward.samples.kafka.Broker;
import io.lakeward.samples.kafka.Topics;
import io.lakeward.samples.postgres.Postgres;
import io.lakeward.samples.shop.connector.Mapping;
import io.lakeward.samples.shop.connector.ReconcileProcess.Found;
import io.lakeward.samples.shop.lake.Lake;
import io.lakeward.samples.shop.lake.LakeCommit;
import io.lakeward.samples.shop.workload.Cues;
import io.lakeward.samples.shop.workload.Loading;
import io.lakeward.samples.shop.workload.Performance;
import io.lakeward.samples.shop.workload.Script;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The demo from the first process to the last comparison. */
final class DemoRun {

  private static final String NAMESPACE = "shop";

  private final Settings settings;
  private final Progress progress;
  private final Running running;
  private final Ledger ledger = new Ledger();
  private final Script script;
  private final Supervisor supervisor;
  private Postgres postgres;
  private Broker broker;
  private Topics topics;
  private Feed feed;
  private Lake lake;
  private CatchUp catchUp;

  DemoRun(Settings settings, Progress progress, Running running) {
    this.settings = settings;
    this.progress = progress;
    this.running = running;
    this.script = new Script(settings.seed(), settings.seconds() * settings.rate());
    this.supervisor = new Supervisor(settings, running, progress);
  }

  Summary run() throws Exception {
    startServers();
    startReplication();
    try (LagMeter lag = LagMeter.start(ledger, lake);
        Performance performance =
            new Performance(postgres, script, settings.rate(), new World(lag))) {
      performance.play();
      progress.done("played %,d row changes in the shop".formatted(performance.changes()));
      supervisor.awaitKilled();
      awaitEverything(performance, "curtain");
      Found mended = new Mending(settings, running, progress, postgres).show();
      awaitEverything(performance, "epilogue");
      progress.done("the lake has caught up");
      supervisor.stop();
      progress.done("the connector has ended in order");
      List<Report> reports = compare();
      return summary(performance, mended, reports);
    }
  }

  /** Opens the shop while the broker starts. */
  private void startServers() throws Exception {
    CompletableFuture<Void> kafka = CompletableFuture.runAsync(this::startKafka);
    postgres = running.start(() -> Postgres.start(settings.directory().resolve("postgres")));
    progress.done("PostgreSQL serves on port " + postgres.port());
    Loading.load(
        postgres,
        script,
        rows -> progress.update("loading the shop: %,d of %,d rows", rows, Script.OPENING_ROWS));
    progress.done("loaded %,d rows into the shop".formatted(Script.OPENING_ROWS));
    kafka.join();
    topics = running.start(() -> new Topics(broker.bootstrapServers()));
    lake = running.start(() -> new Lake(settings.warehouse(), NAMESPACE));
  }

  private void startKafka() {
    try {
      broker = running.start(() -> Broker.start(settings.directory().resolve("kafka")));
      progress.done("Kafka serves at " + broker.bootstrapServers());
    } catch (Exception e) {
      throw new CompletionException(e);
    }
  }

  private void startReplication() throws Exception {
    FeedSettings feedSettings =
        new FeedSettings(
            postgres,
            broker.bootstrapServers(),
            ShopTable.TOPIC_PREFIX,
            ShopTable.partitions(),
            ShopTable.SIGNALS,
            settings.directory().resolve("debezium"));
    feed = running.start(() -> Feed.start(feedSettings, ledger::enter));
    new Mapping(
            broker.bootstrapServers(),
            NAMESPACE,
            settings.warehouse(),
            settings.checkpoint(),
            topicsByTable())
        .write(settings.mapping());
    supervisor.start();
    progress.done("Debezium captures, the connector replicates: " + settings.mapping());
    catchUp = new CatchUp(feed, ledger, supervisor, progress);
    catchUp.await("Debezium's initial snapshot", feed::isStreaming);
    progress.done("Debezium has put %,d rows into Kafka".formatted(ledger.total()));
    catchUp.awaitLake(lake, topics);
    progress.done("the lake holds the shop as it was opened");
  }

  private static Map<String, String> topicsByTable() {
    Map<String, String> topics = new TreeMap<>();
    Arrays.stream(ShopTable.values()).forEach(table -> topics.put(table.table(), table.topic()));
    return topics;
  }

  /** What the performance asks for, done here. */
  private final class World implements Cues {
    private final LagMeter lag;

    World(LagMeter lag) {
      this.lag = lag;
    }

    @Override
    public void check() {
      catchUp.check();
    }

    @Override
    public void awaitSnapshot() throws InterruptedException {
      catchUp.await("the incremental snapshot", () -> feed.incrementalSnapshots() > 0);
      progress.done("took an incremental snapshot while a transaction was open");
    }

    @Override
    public void killConnector() {
      supervisor.killInMidBatch();
    }

    @Override
    public void progress(long changes) {
      progress.update(
          "the shop is at work: %,d of %,d row changes; the lake is %,d records behind",
          changes, settings.seconds() * settings.rate(), lag.records());
    }
  }

  private void awaitEverything(Performance performance, String mark) throws Exception {
    long end = postgres.walPosition();
    performance.mark(mark);
    catchUp.await("Debezium to reach the end of the source's log", () -> feed.position() >= end);
    catchUp.awaitLake(lake, topics);
  }

  private List<Report> compare() throws Exception {
    List<Report> reports = new ArrayList<>();
    try (Connection connection = postgres.connect()) {
      for (ShopTable table : ShopTable.values()) {
        progress.update("comparing %s", table.table());
        Verdict verdict =
            Comparison.compare(
                connection, table.qualified(), lake.table(table.table()).orElseThrow());
        int batches = lake.commits(table.table()).size();
        reports.add(new Report(table, ledger.counts(table), batches, verdict));
      }
    }
    return reports;
  }

  private Summary summary(Performance performance, Found mended, List<Report> reports) {
    List<List<LakeCommit>> commits =
        Arrays.stream(ShopTable.values()).map(table -> lake.commits(table.table())).toList();
    if (ledger.placeholders() == 0) {
      throw new IllegalStateException(
          "No change came without its row's long text: the demo shows less than it should");
    }
    return new Summary(
        reports,
        Freshness.of(commits, ledger),
        new Summary.Work(
            performance.changes(),
            performance.rate(),
            performance.transactions().values().stream().mapToInt(Integer::intValue).sum(),
            performance.rolledBack(),
            ledger.placeholders()),
        mended,
        supervisor.restarts(),
        supervisor.interrupted(),
        settings.seed(),
        progress.elapsed());
  }
}
