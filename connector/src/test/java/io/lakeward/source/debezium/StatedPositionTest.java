package io.lakeward.source.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.row.EncodedValue;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatedPositionTest {

  private static final String POSTGRES =
      "{\"connector\":\"postgresql\",\"lsn\":%s,\"sequence\":\"[\\\"100\\\",\\\"%s\\\"]\"}";

  private static StatedPosition postgres(long lsn) {
    return StatedPosition.of(POSTGRES.formatted(lsn, lsn));
  }

  @Test
  void aBlockStatesThePositionOfItsChange() {
    StatedPosition stated = postgres(120);
    InternalRow position = (InternalRow) EncodedValue.of(stated.sequence(), stated.type());
    assertThat(position.getLong(0)).isEqualTo(100);
    assertThat(position.getLong(1)).isEqualTo(120);
    assertThat(position.getInt(2)).isEqualTo(1);
    assertThat(
            StatedPosition.of(
                    "{\"version\":\"3\",\"connector\":\"mysql\",\"file\":\"b.000007\",\"pos\":4,\"row\":1}")
                .type()
                .fieldNames())
        .startsWith("file", "pos");
  }

  @Test
  void betweenAChangeAndTheNextIsRoomForWhatIsSaidBehindIt() {
    byte[] first = postgres(120).sequence();
    byte[] behind = StatedPosition.behind(postgres(120).type(), first);
    byte[] next = postgres(121).sequence();
    assertThat(Arrays.compareUnsigned(first, behind)).isNegative();
    assertThat(Arrays.compareUnsigned(behind, next)).isNegative();
    byte[] further = StatedPosition.behind(postgres(120).type(), behind);
    assertThat(Arrays.compareUnsigned(behind, further)).isNegative();
    assertThat(Arrays.compareUnsigned(further, next)).isNegative();
  }

  @Test
  void aSequenceOfOnesOwnHasNoRoom() {
    byte[] sequence = {1, 2, 3};
    assertThat(StatedPosition.behind(DataTypes.BinaryType, sequence)).isSameAs(sequence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "24267616 | no JSON object",
        "{\"connector\" | no JSON object",
        "{} | source.connector is missing",
        "{\"connector\":\"abacus\",\"lsn\":1} | no order is known for the connector abacus",
        "{\"connector\":\"mysql\",\"pos\":4} | source.file or source.pos is missing",
        "{\"connector\":\"postgresql\",\"lsn\":1} | does not name the last commit",
        "{\"connector\":\"postgresql\",\"lsn\":1,\"sequence\":\"[null,\\\"1\\\"]\"} | does not name the last commit",
        "{\"connector\":\"postgresql\",\"lsn\":1,\"sequence\":\"[1,2]\"} | no pair of places"
      })
  void whatStatesNoneIsRefused(String json, String problem) {
    LakewardException error =
        catchThrowableOfType(LakewardException.class, () -> StatedPosition.of(json));
    assertThat(error.code()).isEqualTo(ErrorCode.POSITION_INVALID);
    assertThat(error).hasMessageContaining(problem);
  }
}
