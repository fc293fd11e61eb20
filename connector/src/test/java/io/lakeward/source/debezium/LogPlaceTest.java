package io.lakeward.source.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class LogPlaceTest {

  private static InternalRow position(Object... fields) {
    return new GenericInternalRow(fields);
  }

  @Test
  void aPlaceOfPostgresIsPassedByWhatCommitsBehindIt() {
    LogPlace place = LogPlace.writeAhead(200);
    assertThat(place.isPassedBy(position(150L, 199L, 1))).isFalse();
    assertThat(place.isPassedBy(position(150L, 200L, 1))).isTrue();
    assertThat(place.isPassedBy(position(200L, 120L, 1))).isTrue();
    // What a snapshot read has no place of its own, or that of the last commit.
    assertThat(place.isPassedBy(position(150L, null, 0))).isFalse();
    assertThat(place.isPassedBy(position(150L, 300L, 0))).isFalse();
    assertThat(place.isPassedBy(position(200L, null, 0))).isTrue();
  }

  @Test
  void aPlaceOfABinaryLogIsPassedByWhatIsWrittenBehindIt() {
    LogPlace place = LogPlace.binary("mysql-bin.000009", 500);
    assertThat(place.isPassedBy(position(9L, 500L, 0L, 1))).isFalse();
    assertThat(place.isPassedBy(position(9L, 501L, 0L, 1))).isTrue();
    assertThat(place.isPassedBy(position(10L, 4L, 0L, 1))).isTrue();
    assertThat(place.isPassedBy(position(8L, 900L, 0L, 1))).isFalse();
    assertThatThrownBy(() -> LogPlace.binary("mysql-bin", 4))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void placesAreShownAsTheirServersShowThem() {
    assertThat(LogPlace.writeAhead(0x16_B374_D848L).text()).isEqualTo("16/B374D848");
    assertThat(LogPlace.binary("mysql-bin.000009", 500).text()).isEqualTo("mysql-bin.000009:500");
  }

  @Test
  void onlyPositionsOfTheLogAreComparedWithIt() {
    assertThat(LogPlace.Log.WRITE_AHEAD.orders(new PostgresPosition().type())).isTrue();
    assertThat(LogPlace.Log.WRITE_AHEAD.orders(new BinlogPosition().type())).isFalse();
    assertThat(LogPlace.Log.BINARY.orders(DataTypes.LongType)).isFalse();
    assertThat(
            LogPlace.Log.BINARY.orders(
                StructType.fromDDL("file BIGINT, pos BIGINT, row BIGINT, streamed INT")))
        .isTrue();
  }
}
