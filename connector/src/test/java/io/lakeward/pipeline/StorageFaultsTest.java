package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.lake.LakeTable;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.file.MappingFile;
import io.lakeward.pipeline.ScriptedFlow.Delivery;
import io.lakeward.pipeline.ScriptedFlow.Writer;
import io.lakeward.pipeline.StorageFaults.Call;
import io.lakeward.pipeline.StorageFaults.Extent;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever call to files or catalog fails, and however: a batch lands whole, and once. */
class StorageFaultsTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  private static final AtomicInteger TABLES = new AtomicInteger();

  /** Small flows that take every way through the merge. */
  private enum Script {
    CURRENT_ROWS {
      @Override
      ScriptedFlow flow() {
        return currentRows();
      }
    },
    HISTORY {
      @Override
      ScriptedFlow flow() {
        return history();
      }
    };

    abstract ScriptedFlow flow();
  }

  /** Writers that lose or repeat a batch: a net that does not catch them is none. */
  private enum Wrong implements Writer {
    OFFSETS_BEFORE_ROWS {
      @Override
      void write(Delivery delivery, MicroBatch batch, String begin, String end) {
        note(delivery, end);
        batch.apply(delivery.between(begin, end));
      }
    },
    ROWS_BEFORE_OFFSETS {
      @Override
      void write(Delivery delivery, MicroBatch batch, String begin, String end) {
        batch.apply(delivery.between(begin, begin));
        note(delivery, end);
      }
    };

    abstract void write(Delivery delivery, MicroBatch batch, String begin, String end);

    @Override
    public void write(Delivery delivery) {
      Checkpoint checkpoint = delivery.checkpoint();
      String begin = checkpoint.start(delivery.batch()).orElse("{}");
      String end = checkpoint.end(delivery.batch());
      Optional<String> applied = delivery.target().refreshed().flatMap(LakeTable::progress);
      Progress.Coverage coverage =
          new KafkaProgress().coverage(applied.orElse("{}"), Optional.of(begin), end);
      if (coverage != Progress.Coverage.APPLIED) {
        MicroBatch batch =
            new MicroBatch(
                delivery.target(), delivery.plan(), delivery.records(), delivery.batch(), "query");
        write(delivery, batch, begin, end);
      }
    }

    private static void note(Delivery delivery, String end) {
      Table table = delivery.catalog().loadTable(delivery.table());
      String flow = delivery.plan().flow();
      table.newAppend().set("lakeward.flow", flow).set("lakeward.offsets", end).commit();
      table.updateProperties().set("lakeward.offsets." + flow, end).commit();
    }
  }

  @AfterEach
  void mend() {
    StorageFaults.stop();
  }

  /** Nothing is deleted but after a failure, and those of deleting are left to chance. */
  @AfterAll
  static void everyKindOfCallFailed() {
    Map<Call, Long> fired = StorageFaults.firedByCall();
    System.out.println("StorageFaultsTest: failed calls " + fired);
    assertThat(fired.keySet()).containsAll(EnumSet.complementOf(EnumSet.of(Call.DELETE)));
  }

  @ParameterizedTest
  @EnumSource(Script.class)
  void aFailureOfAnyCallIsHarmless(Script script) {
    CrashNet net = new CrashNet(LAKE, script.flow(), Writer.PRODUCT);
    assertThat(net.failEveryCall(0, Extent.values())).isEmpty();
    System.out.printf("StorageFaultsTest: %s, %d calls failed%n", script, net.failures());
    assertThat(net.failures()).isGreaterThan(50);
  }

  @ParameterizedTest
  @EnumSource(Script.class)
  void manyFailuresAreHarmless(Script script) {
    long seed = new Random().nextLong();
    CrashNet net = new CrashNet(LAKE, script.flow(), Writer.PRODUCT);
    assertThat(net.failAtRandom(40, new Random(seed))).as("seed %d", seed).isEmpty();
    System.out.printf(
        "StorageFaultsTest: %s, %d calls failed, seed %d%n", script, net.failures(), seed);
  }

  @ParameterizedTest
  @EnumSource(Wrong.class)
  void aWriterOfTwoCommitsIsCaught(Wrong writer) {
    CrashNet net = new CrashNet(LAKE, history(), writer);
    assertThat(net.failEveryCall(1, Extent.ALL_CALLS_AFTER))
        .anyMatch(violation -> violation.contains("ALL_CALLS_AFTER, failed"));
  }

  @Test
  void theScriptsEndAsTheirRecordsSay() {
    assertThat(rowsAfter(currentRows())).containsExactly("1 null b11", "4 a4 b4");
    assertThat(rowsAfter(history()))
        .containsExactly("1 a 1 3", "1 b 3 null", "2 a 1 3", "3 b 2 5", "3 c 5 null");
  }

  private static List<String> rowsAfter(ScriptedFlow flow) {
    FaultyCatalog catalog = FaultyCatalog.of(LAKE.directory());
    Path checkpoint = LAKE.directory().resolve("checkpoints").resolve(flow.table().target());
    for (int batch = 0; batch < flow.batches().size(); batch++) {
      flow.run(batch, Writer.PRODUCT, LAKE.session(), catalog, checkpoint, () -> {});
    }
    return TableContents.of(catalog.loadTable(flow.identifier())).rows().stream()
        .map(row -> row.replaceAll(" ?_lakeward=.*", "").replaceAll("\\w+=", ""))
        .toList();
  }

  /** Deletes, a truncate, partial updates and a key change. */
  private static ScriptedFlow currentRows() {
    return new ScriptedFlow(
        MappedTable.named("current_" + TABLES.getAndIncrement()).table(),
        new CommaFormat(),
        List.of(
            List.of("u,1,1,a1,b1", "u,1,2,a2,b2", "u,1,3,a3,b3", "u,1,6,a6,b6"),
            List.of("u,2,1,?,b2", "d,2,2,,", "d,3,3,,,4", "u,3,4,?,b3,3"),
            List.of("t,10,,,", "u,11,1,?,b11", "u,9,2,late,", "u,12,4,a4,b4")));
  }

  /** Deletes, partial updates and late changes. */
  private static ScriptedFlow history() {
    String name = "history_" + TABLES.getAndIncrement();
    Mapping mapping =
        new MappingFile(Map.of(), LAKE.directory())
            .parse(
                name,
                """
                pipeline: test
                source:
                  capture: {path: none}
                  format: json
                lake:
                  catalog: {name: lake, type: local, warehouse: none}
                  namespace: shop
                run: {checkpoint: none}
                tables:
                  - target: %s
                    topic: feed
                    schema: "id BIGINT, v STRING, seq BIGINT, op STRING"
                    keys: [id]
                    sequence_by: seq
                    apply_as_deletes: op = 'd'
                    column_list: [id, v]
                    ignore_null_updates: true
                    stored_as_scd_type: 2
                """
                    .formatted(name));
    io.lakeward.mapping.Table table = mapping.tables().get(0);
    return new ScriptedFlow(
        table,
        new Formats(LAKE.session(), java.util.Optional.empty()).of(table, table.flows().get(0)),
        List.of(
            List.of(change(1, "a", 1), change(2, "a", 1), change(3, "c", 5)),
            List.of(change(1, "b", 3), delete(2, 3), change(3, "b", 2), change(3, null, 6))));
  }

  private static String change(int id, String value, int sequence) {
    return "{\"id\":%d,\"v\":%s,\"seq\":%d,\"op\":\"u\"}"
        .formatted(id, value == null ? "null" : '"' + value + '"', sequence);
  }

  private static String delete(int id, int sequence) {
    return "{\"id\":%d,\"seq\":%d,\"op\":\"d\"}".formatted(id, sequence);
  }
}
