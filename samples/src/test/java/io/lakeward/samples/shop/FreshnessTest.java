package io.lakeward.samples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.samples.debezium.Delivery;
import io.lakeward.samples.shop.lake.LakeCommit;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class FreshnessTest {

  private static final TopicPartition ORDERS = new TopicPartition("shop.public.orders", 1);
  private static final Schema SOURCE =
      SchemaBuilder.struct().field("ts_ms", Schema.INT64_SCHEMA).build();
  private static final Schema ENVELOPE =
      SchemaBuilder.struct().field("op", Schema.STRING_SCHEMA).field("source", SOURCE).build();

  @Test
  void measuresStreamedChangesAgainstTheCommitThatCoversThem() {
    Ledger ledger = new Ledger();
    enter(ledger, 0, "r", 0);
    enter(ledger, 1, "c", 10_000);
    enter(ledger, 2, "u", 11_000);
    enter(ledger, 5, "d", 12_000);
    List<LakeCommit> commits =
        List.of(
            new LakeCommit(11_500, Map.of(ORDERS, 2L)),
            new LakeCommit(14_000, Map.of(ORDERS, 5L)),
            new LakeCommit(22_000, Map.of(ORDERS, 6L)));

    Freshness freshness = Freshness.of(List.of(commits), ledger);

    assertThat(freshness.size()).isEqualTo(3);
    assertThat(freshness.seconds(0)).isEqualTo(1.5);
    assertThat(freshness.seconds(50)).isEqualTo(3.0);
    assertThat(freshness.seconds(95)).isEqualTo(10.0);
    assertThat(ledger.total()).isEqualTo(4);
    assertThat(ledger.counts(ShopTable.ORDERS))
        .isEqualTo(
            Map.of(
                ChangeKind.READ, 1L,
                ChangeKind.CREATE, 1L,
                ChangeKind.UPDATE, 1L,
                ChangeKind.DELETE, 1L));
  }

  private static void enter(Ledger ledger, long offset, String operation, long committedMillis) {
    Struct source = new Struct(SOURCE).put("ts_ms", committedMillis);
    Struct envelope = new Struct(ENVELOPE).put("op", operation).put("source", source);
    SourceRecord record = new SourceRecord(Map.of(), Map.of(), ORDERS.topic(), ENVELOPE, envelope);
    ledger.enter(new Delivery(ORDERS, offset, record));
  }
}
