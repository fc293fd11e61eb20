package io.lakeward.mapping.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

  private static final List<String> KNOWN =
      List.of("column_list", "except_column_list", "keys", "topic", "topics", "sequence_by");

  @ParameterizedTest
  @CsvSource({
    "columnList, column_list",
    "except-column-list, except_column_list",
    "kyes, keys",
    "key, keys",
    "topc, topic",
    "sequnce_by, sequence_by",
    "partition, ''",
    "x, ''",
  })
  void theNearestWordIsMeantIfItIsNear(String word, String meant) {
    assertThat(Spelling.nearest(word, KNOWN).orElse("")).isEqualTo(meant);
  }
}
