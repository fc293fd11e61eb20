package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.pipeline.Progress.Coverage;
import io.lakeward.source.capture.TakenFile;
import io.lakeward.source.capture.TakenFiles;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whether a batch of files is in a table. */
class CaptureProgressTest {

  private final CaptureProgress progress = new CaptureProgress();

  private static String files(String topics, String... files) {
    return new TakenFiles(
            topics,
            Arrays.stream(files)
                .map(file -> file.split("@", -1))
                .map(file -> new TakenFile(file[0], Long.parseLong(file[1]), 10))
                .toList())
        .json();
  }

  private Coverage coverage(String applied, String start, String end) {
    return progress.coverage(applied, Optional.of(start), end);
  }

  @Test
  void aBatchOfNewFilesContinues() {
    assertThat(coverage(files("t", "a@1"), files("t", "a@1"), files("t", "a@1", "b@2")))
        .isEqualTo(Coverage.CONTINUES);
    assertThat(coverage(files("t", "b@2", "a@1"), files("t", "a@1"), files("t", "a@1", "b@2")))
        .isEqualTo(Coverage.APPLIED);
    assertThat(
            coverage(files("t", "a@1"), files("t", "a@1", "b@2"), files("t", "a@1", "b@2", "c@3")))
        .isEqualTo(Coverage.AHEAD);
  }

  @Test
  void aFileThatWasReplacedContinuesAlsoByAnOlderOne() {
    for (String other : new String[] {"a@9", "a@3"}) {
      assertThat(coverage(files("t", "a@5"), files("t", "a@5"), files("t", other)))
          .isEqualTo(Coverage.CONTINUES);
      assertThat(coverage(files("t", other), files("t", "a@5"), files("t", other)))
          .as("after a crash behind the commit")
          .isEqualTo(Coverage.APPLIED);
    }
    assertThat(progress.coverage(files("t", "a@9"), Optional.empty(), files("t", "a@5")))
        .as("a checkpoint one batch behind")
        .isEqualTo(Coverage.APPLIED);
  }

  @Test
  void otherTopicsBeginAnew() {
    assertThat(coverage(files("t", "a@1"), files("t", "a@1"), files("u", "a@1")))
        .isEqualTo(Coverage.CONTINUES);
    assertThat(progress.later(files("t", "a@1", "b@2"), files("u", "a@1")))
        .isEqualTo(files("u", "a@1"));
    assertThat(progress.later(files("t", "a@1", "b@2"), files("t", "a@3")))
        .isEqualTo(files("t", "b@2", "a@3"));
  }
}
