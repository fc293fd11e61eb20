package io.lakeward.it.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.Run;
import io.lakeward.it.kafka.Message;
import io.lakeward.it.lake.BatchCommit;
import io.lakeward.it.lake.Difference;
import io.lakeward.it.postgres.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that come again, or would if the table did not remember how far it is. */
class RedeliveryTest {

  @TempDir private Path directory;

  private Goods goods;
  private Path mapping;

  @BeforeEach
  void replicateSome() {
    goods = new Goods(directory, new Workload(77), 2000);
    mapping = goods.file().write();
    goods.produce(100);
    Run.once(mapping);
    assertThat(goods.differences()).isEmpty();
  }

  @Test
  void runsFromTheTablesOffsetsWhenTheCheckpointIsLost() throws IOException {
    List<BatchCommit> commits = goods.commits();
    goods.file().deleteCheckpoints();
    Run nothingNew = Run.once(mapping);
    assertThat(nothingNew.records(Goods.TABLE)).isZero();
    assertThat(goods.commits()).isEqualTo(commits);
    assertThat(goods.differences()).isEmpty();

    int produced = goods.produce(20).size();
    Run newRecords = Run.once(mapping);
    assertThat(newRecords.records(Goods.TABLE)).isEqualTo(produced);
    assertThat(goods.differences()).isEmpty();
  }

  @Test
  void takesOnlyNewRecordsWhenTheCheckpointIsLostMeanwhile() throws IOException {
    goods.file().deleteCheckpoints();
    int produced = goods.produce(20).size();
    Run run = Run.once(mapping);
    assertThat(run.records(Goods.TABLE)).isEqualTo(produced);
    assertThat(goods.differences()).isEmpty();
  }

  @Test
  void recordsDeliveredAgainUnderNewOffsetsChangeNothing() {
    List<Message> produced = goods.produce(50);
    goods.send(produced);
    Run.once(mapping);
    assertThat(goods.differences()).isEmpty();

    List<Map<String, Object>> rows = goods.rows();
    goods.send(produced);
    Run again = Run.once(mapping);
    assertThat(again.records(Goods.TABLE)).isEqualTo(produced.size());
    assertThat(Difference.between(goods.rows(), rows)).isEmpty();
  }

  @Test
  void aRunWithoutNewRecordsLeavesNoTrace() {
    List<BatchCommit> commits = goods.commits();
    assertThat(Run.once(mapping).batches(Goods.TABLE)).isEmpty();
    assertThat(goods.commits()).isEqualTo(commits);
  }
}
