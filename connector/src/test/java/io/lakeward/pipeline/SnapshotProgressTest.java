package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.snapshot.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

class SnapshotProgressTest {

  @Test
  void knowsWhatWasAppliedAndWhatCameTooLate() {
    SnapshotProgress progress = applied(List.of(1L, 3L, 5L), List.of(1L, 3L, 5L));
    assertThat(progress.holds(version(3))).isTrue();
    assertThat(progress.holds(version(4))).isFalse();
    assertThat(progress.holds(version(0))).isFalse();
    assertThat(progress.highest()).contains(version(5));
  }

  @Test
  void forgetsWhatTheSourceNoLongerHas() {
    SnapshotProgress progress = applied(List.of(1L, 3L, 5L), List.of(5L));
    assertThat(progress.versions()).containsExactly(version(5));
    assertThat(progress.count()).isEqualTo(3);
  }

  @Test
  void doesNotGrowWithTheNumberOfSnapshots() {
    List<Long> many = LongStream.range(0, 1_000).boxed().toList();
    SnapshotProgress progress = applied(many, many);
    assertThat(progress.versions()).hasSize(SnapshotProgress.MOST_KEPT);
    assertThat(progress.count()).isEqualTo(1_000);
    assertThat(many).allMatch(number -> progress.holds(version(number)));
    assertThat(progress.holds(version(1_000))).isFalse();
    assertThat(progress.json()).hasSizeLessThan(2_000);
  }

  @Test
  void isReadAsItWasWritten() {
    List<Long> many = LongStream.range(0, 300).boxed().toList();
    for (SnapshotProgress progress :
        List.of(applied(List.of(1L, 2L), List.of(1L, 2L)), applied(many, many))) {
      assertThat(SnapshotProgress.parse(progress.json())).isEqualTo(progress);
    }
  }

  @Test
  void saysSoWhereAFlowReadSomethingElseBefore() {
    assertThatThrownBy(() -> SnapshotProgress.parse("{\"topic\":{\"0\":12}}"))
        .isInstanceOfSatisfying(
            LakewardException.class,
            error -> assertThat(error.code()).isEqualTo(ErrorCode.OFFSETS_UNREADABLE))
        .hasMessageContaining("name");
  }

  private static SnapshotProgress applied(List<Long> numbers, List<Long> there) {
    SnapshotProgress progress = SnapshotProgress.NONE;
    List<Version> source = new ArrayList<>();
    there.forEach(number -> source.add(version(number)));
    for (long number : numbers) {
      progress = progress.plus(version(number), source);
    }
    return progress;
  }

  private static Version version(long number) {
    return Version.of(number, DataTypes.LongType);
  }
}
