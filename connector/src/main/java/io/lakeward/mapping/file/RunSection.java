package io.lakeward.mapping.file;

import io.lakeward.mapping.Lake;
import io.lakeward.mapping.OnError;
import io.lakeward.mapping.Run;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code run}: how the pipeline runs. */
final class RunSection {
  private RunSection() {}

  private static final Duration DEFAULT_TRIGGER = Duration.ofSeconds(10);

  private static final Key<Duration> TRIGGER = new Key<>("trigger", Scalars.TIME);
  private static final Key<String> CHECKPOINT = new Key<>("checkpoint", Scalars.PATH);
  private static final Key<OnError> ON_ERROR = new Key<>("on_error", Scalars.choice(OnError.class));
  private static final Key<Long> MAX_DEAD_LETTERS = new Key<>("max_dead_letters", Scalars.COUNT);

  /** The keys of the section. */
  static final List<Key<?>> KEYS = List.of(TRIGGER, CHECKPOINT, ON_ERROR, MAX_DEAD_LETTERS);

  /**
   * How to run.
   *
   * @param run the section, if there is one
   * @param parent where its absence is reported
   * @param lake gives the place of the checkpoints where the section gives none
   */
  static Optional<Run> read(Optional<Section> run, Section parent, Optional<Lake> lake) {
    Duration trigger = run.flatMap(r -> r.get(TRIGGER)).orElse(DEFAULT_TRIGGER);
    OnError onError = run.flatMap(r -> r.get(ON_ERROR)).orElse(OnError.FAIL);
    Optional<String> checkpoint = run.flatMap(r -> r.get(CHECKPOINT));
    boolean given = run.isPresent() && run.get().has(CHECKPOINT);
    if (!given && lake.isPresent()) {
      checkpoint = lake.get().catalog().warehouse().map(warehouse -> warehouse + "/_checkpoints");
      if (checkpoint.isEmpty()) {
        run.orElse(parent)
            .report(CHECKPOINT, "the key checkpoint is missing", "There is no warehouse to use");
      }
    }
    OptionalLong most = run.map(r -> maxDeadLetters(r, onError)).orElse(OptionalLong.empty());
    return checkpoint.map(path -> new Run(trigger, path, onError, most));
  }

  private static OptionalLong maxDeadLetters(Section run, OnError onError) {
    Optional<Long> most = run.get(MAX_DEAD_LETTERS);
    if (run.has(MAX_DEAD_LETTERS) && onError != OnError.DEAD_LETTER) {
      run.report(
          MAX_DEAD_LETTERS, "no record is set aside", "Write on_error: dead_letter beside it");
      return OptionalLong.empty();
    }
    return most.map(OptionalLong::of).orElse(OptionalLong.empty());
  }
}
