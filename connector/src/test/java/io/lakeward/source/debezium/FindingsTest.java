package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.record;
import static io.lakeward.source.debezium.Events.shapeOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.source.Decoded;
import io.lakeward.source.Findings;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.SourceRecord;
import java.util.Set;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is found in records beside their changes (cases T11 and T20). */
class FindingsTest {

  private static final DebeziumJsonFormat FORMAT =
      DebeziumJsonFormat.builder()
          .declaredSchema(StructType.fromDDL("id INT, v INT, note STRING"))
          .build();
  private static final SourceRecord OLDER = upsert("{\"id\":1,\"v\":1}");
  private static final SourceRecord NEWER = upsert("{\"id\":1,\"v\":1,\"note\":null}");

  private RecordDecoder decoder;

  @BeforeEach
  void begin() {
    decoder = FORMAT.decoder(layoutOf(shapeOf(FORMAT, OLDER)));
  }

  private static SourceRecord upsert(String row) {
    return record("{\"id\":1}", bare("u", "null", row));
  }

  @Test
  @DisplayName("T20: a column that only older records lack is there")
  void aColumnThatOnlyOlderRecordsLackIsThere() {
    changes(decoder, OLDER);
    assertThat(decoder.findings().neverSeen()).containsExactly("note");
    changes(decoder, NEWER);
    assertThat(decoder.findings())
        .isEqualTo(new Findings(Set.of("id", "v", "note"), Set.of("note"), 0));
    assertThat(decoder.findings().neverSeen()).isEmpty();
    changes(decoder, OLDER);
    assertThat(decoder.findings().neverSeen()).isEmpty();
  }

  @Test
  @DisplayName("T20: what one task saw, another need not have seen")
  void whatOneTaskSawAnotherNeedNotHaveSeen() {
    Findings older = new Findings(Set.of("id"), Set.of("note", "area"), 0);
    Findings newer = new Findings(Set.of("id", "note"), Set.of(), 0);
    assertThat(older.and(newer).neverSeen()).containsExactly("area");
    assertThat(newer.and(older).neverSeen()).containsExactly("area");
    assertThat(Findings.NONE.and(older)).isEqualTo(older);
  }

  @Test
  @DisplayName("T20: what is no upsert says nothing of columns")
  void whatIsNoUpsertSaysNothingOfColumns() {
    changes(decoder, record("{\"id\":1}", bare("d", "{\"id\":1}", "null")));
    for (String row : new String[] {"{\"id\":null,\"note\":null}", "{\"id\":1,\"v\":\"x\"}"}) {
      assertThat(decoder.decode(upsert(row))).isInstanceOf(Decoded.Rejected.class);
    }
    assertThat(decoder.findings()).isEqualTo(Findings.NONE);
  }

  @Test
  @DisplayName("T11: infinite values that became something else are counted")
  void infiniteValuesAreCounted() {
    DebeziumJsonFormat format =
        DebeziumJsonFormat.builder()
            .declaredSchema(StructType.fromDDL("id INT, day DATE, at TIMESTAMP"))
            .infinity(InfinityPolicy.NULL)
            .build();
    SourceRecord infinite = upsert("{\"id\":1,\"day\":2147483647,\"at\":\"-infinity\"}");
    SourceRecord finite = upsert("{\"id\":1,\"day\":1,\"at\":null}");
    RecordDecoder counting = format.decoder(layoutOf(shapeOf(format, finite)));
    changes(counting, finite);
    assertThat(counting.findings().infiniteValues()).isZero();
    changes(counting, infinite);
    changes(counting, infinite);
    assertThat(counting.findings().infiniteValues()).isEqualTo(4);
  }
}
