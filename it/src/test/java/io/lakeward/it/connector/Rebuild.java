package io.lakeward.it.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.error.LakewardException;
import io.lakeward.mapping.file.MappingFile;
import io.lakeward.observe.Reporter;
import io.lakeward.pipeline.Refresh;
import io.lakeward.pipeline.Refresh.Demand;
import io.lakeward.pipeline.Refresh.Outcome;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Optional;

/** Refreshes of a table in this JVM. */
public final class Rebuild {
  private Rebuild() {}

  /** A refresh that must go well. */
  public static Outcome.Done of(Path mapping, String table) {
    return of(mapping, table, Demand.EVERY_RECORD);
  }

  /** A refresh that must go well, whatever the source still holds. */
  public static Outcome.Done forced(Path mapping, String table) {
    return of(mapping, table, Demand.WHAT_IS_LEFT);
  }

  /** The error of a refresh that must not go well. */
  public static LakewardException refused(Path mapping, String table, Demand demand) {
    return catchThrowableOfType(
        LakewardException.class,
        () -> new Refresh(MappingFile.read(mapping), table, demand, lines()).run());
  }

  /** A refresh, and the error with which it was refused. */
  public static Optional<LakewardException> attempt(Path mapping, String table) {
    return Optional.ofNullable(refused(mapping, table, Demand.EVERY_RECORD));
  }

  private static Outcome.Done of(Path mapping, String table, Demand demand) {
    Outcome outcome = new Refresh(MappingFile.read(mapping), table, demand, lines()).run();
    assertThat(outcome).isInstanceOf(Outcome.Done.class);
    return (Outcome.Done) outcome;
  }

  /** A reporter whom nobody hears. */
  public static Reporter lines() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Reporter.lines(nowhere, nowhere);
  }
}
