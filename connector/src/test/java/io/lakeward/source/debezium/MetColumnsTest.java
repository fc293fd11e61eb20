package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.record;
import static io.lakeward.source.debezium.Events.shapeOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.source.Decoded;
import io.lakeward.source.MetColumns;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.SourceRecord;
import java.util.Set;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which columns of a flow its records had (case T20). */
class MetColumnsTest {

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
    assertThat(decoder.metColumns().neverSeen()).containsExactly("note");
    changes(decoder, NEWER);
    assertThat(decoder.metColumns())
        .isEqualTo(new MetColumns(Set.of("id", "v", "note"), Set.of("note")));
    assertThat(decoder.metColumns().neverSeen()).isEmpty();
    changes(decoder, OLDER);
    assertThat(decoder.metColumns().neverSeen()).isEmpty();
  }

  @Test
  @DisplayName("T20: what one task saw, another need not have seen")
  void whatOneTaskSawAnotherNeedNotHaveSeen() {
    MetColumns older = new MetColumns(Set.of("id"), Set.of("note", "area"));
    MetColumns newer = new MetColumns(Set.of("id", "note"), Set.of());
    assertThat(older.and(newer).neverSeen()).containsExactly("area");
    assertThat(newer.and(older).neverSeen()).containsExactly("area");
    assertThat(MetColumns.NONE.and(older)).isEqualTo(older);
  }

  @Test
  @DisplayName("T20: what is no upsert says nothing of columns")
  void whatIsNoUpsertSaysNothingOfColumns() {
    changes(decoder, record("{\"id\":1}", bare("d", "{\"id\":1}", "null")));
    for (String row : new String[] {"{\"id\":null,\"note\":null}", "{\"id\":1,\"v\":\"x\"}"}) {
      assertThat(decoder.decode(upsert(row))).isInstanceOf(Decoded.Rejected.class);
    }
    assertThat(decoder.metColumns()).isEqualTo(MetColumns.NONE);
  }
}
