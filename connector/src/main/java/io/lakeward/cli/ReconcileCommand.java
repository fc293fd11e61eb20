package io.lakeward.cli;

import io.lakeward.mapping.Export;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.file.MappingFile;
import io.lakeward.pipeline.Findings;
import io.lakeward.pipeline.Reconciliation;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code reconcile}: compares a table with its source. */
@Command(
    name = "reconcile",
    customSynopsis = "Usage: lakeward reconcile --mapping=FILE --table=TARGET [OPTIONS]",
    synopsisHeading = "",
    description = {
      "Compares a table with its source, and may repair it.",
      "A pipeline may write the table meanwhile: changes on their way are waited for.",
      "The exit code is 1 where rows differ."
    },
    footer = {
      "",
      "Example, where the database's address has no password in it:",
      "  lakeward reconcile --mapping mappings/postgres.yaml --table customers --against \\",
      "    '{format: jdbc, path: public.customers, options: {url: \"$DATABASE\"}}'"
    })
final class ReconcileCommand implements Callable<Integer> {

  private static final int ROWS_DIFFER = 1;

  @Mixin private MappingOption mapping;

  @Option(names = "--table", required = true, paramLabel = "TARGET", description = "The table.")
  private String table;

  @Option(
      names = "--against",
      paramLabel = "ROWS",
      description = "The keys of a `snapshot` in YAML, or their file.")
  private Optional<String> against = Optional.empty();

  @Option(
      names = "--ignore-columns",
      split = ",",
      splitSynopsisLabel = ",",
      paramLabel = "NAMES",
      description = "Columns of the table, not compared.")
  private Set<String> ignoredColumns = Set.of();

  @Option(
      names = "--within",
      paramLabel = "CONDITION",
      description = "Only such rows: SQL over the source's columns.")
  private Optional<String> within = Optional.empty();

  @Option(names = "--repair", description = "Apply what differs as changes; newer ones still win.")
  private boolean repair;

  @Option(
      names = "--at",
      paramLabel = "POSITION",
      description = "The last change that the rows have, of its order.")
  private Optional<String> at = Optional.empty();

  @Option(
      names = "--settle",
      defaultValue = "30s",
      paramLabel = "TIME",
      converter = Span.class,
      description = "For how long changes are waited for. Default: 30s.")
  private Duration settle;

  @Option(
      names = "--format",
      defaultValue = "table",
      paramLabel = "FORMAT",
      description = "table or json (one object). Default: table.")
  private ReconcileFormat format;

  @Option(
      names = "--limit",
      defaultValue = "20",
      paramLabel = "N",
      converter = Limit.class,
      description = "How many keys of each kind are shown. Default: 20.")
  private int limit;

  @Override
  public Integer call() throws IOException {
    Mapping read = mapping.read();
    Optional<Export> rows = against.map(text -> MappingFile.readExport("--against", text));
    Reconciliation reconciliation =
        new Reconciliation(
            read,
            new Reconciliation.Request(
                table,
                rows,
                ignoredColumns,
                within.map(Expression::new),
                at,
                settle,
                repair ? Reconciliation.Action.REPAIR : Reconciliation.Action.COMPARE,
                limit));
    try (ResultStream result = new ResultStream()) {
      Findings findings = reconciliation.run();
      new FindingsOutput(findings, result.out()).write(format);
      return findings.remaining() == 0 ? 0 : ROWS_DIFFER;
    }
  }

  /** A time such as 30s or 2m. */
  static final class Span implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        Duration span = Duration.parse("PT" + text);
        if (!span.isNegative()) {
          return span;
        }
      } catch (DateTimeException e) {
        throw new TypeConversionException("'" + text + "' is no time such as 30s or 2m");
      }
      throw new TypeConversionException("'" + text + "' is less than no time");
    }
  }
}
