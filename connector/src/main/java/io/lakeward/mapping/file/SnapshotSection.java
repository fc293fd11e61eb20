package io.lakeward.mapping.file;

import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Options;
import io.lakeward.mapping.SnapshotFormat;
import java.util.List;
import java.util.Optional;

/** {@code snapshot}: full snapshots in place of a topic. */
final class SnapshotSection {
  private SnapshotSection() {}

  private static final Key<String> PATH = new Key<>("path", Scalars.PATH);
  private static final Key<SnapshotFormat> FORMAT =
      new Key<>("format", Scalars.choice(SnapshotFormat.class));
  private static final Key<Expression> VERSION = new Key<>("version", Scalars.EXPRESSION);
  private static final Key<Options> OPTIONS = new Key<>("options", Containers.OPTIONS);

  /** The keys of the section. */
  static final List<Key<?>> KEYS = List.of(PATH, FORMAT, VERSION, OPTIONS);

  static Optional<Input.Snapshots> read(Section section) {
    Optional<String> path = section.require(PATH);
    Optional<SnapshotFormat> format = section.require(FORMAT);
    Optional<Expression> version = section.require(VERSION);
    Options options = section.get(OPTIONS).orElse(Options.NONE);
    if (path.isEmpty() || format.isEmpty() || version.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Input.Snapshots(
            path.get(), format.get(), version.get(), options, Optional.empty(), Optional.empty()));
  }
}
