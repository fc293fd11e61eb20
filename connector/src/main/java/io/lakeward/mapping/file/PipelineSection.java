package io.lakeward.mapping.file;

import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Format;
import io.lakeward.mapping.Lake;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.Run;
import io.lakeward.mapping.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The whole file. */
final class PipelineSection {
  private PipelineSection() {}

  private static final Key<String> PIPELINE =
      new Key<>(
          "pipeline",
          Scalars.name(
              Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,99}"),
              "a name of letters, digits, _ . and -"));
  private static final Key<SourceSection.Content> SOURCE =
      new Key<>("source", Containers.section(SourceSection.KEYS, SourceSection::read));
  private static final Key<Lake> LAKE =
      new Key<>("lake", Containers.section(LakeSection.KEYS, LakeSection::read));
  private static final Key<Section> RUN =
      new Key<>("run", Containers.section(RunSection.KEYS, Optional::of));
  private static final Key<Value.Fields> DEFAULTS = new Key<>("defaults", Defaults.KIND);
  private static final Key<List<Value>> TABLES =
      new Key<>("tables", Containers.listOf((value, reading) -> Optional.of(value)));
  private static final List<Key<?>> KEYS = List.of(PIPELINE, SOURCE, LAKE, RUN, DEFAULTS, TABLES);

  static Optional<Mapping> read(Value root, Reading reading) {
    return Section.open(root, reading, KEYS).flatMap(PipelineSection::read);
  }

  private static Optional<Mapping> read(Section section) {
    Optional<String> pipeline = section.require(PIPELINE);
    Optional<SourceSection.Content> source = section.get(SOURCE);
    if (!SnapshotRules.readsOnlySnapshots(section.fields())) {
      requireRecords(section, source);
    }
    Optional<Lake> lake = section.require(LAKE);
    Optional<Run> run = RunSection.read(section.get(RUN), section, lake);
    Optional<Format> format = source.flatMap(SourceSection.Content::format);
    List<Table> tables = tables(section, format.orElse(Format.DEBEZIUM_JSON));
    source
        .filter(content -> !content.namesRegistry())
        .ifPresent(content -> requireNoAvro(tables, section));
    if (pipeline.isEmpty()
        || lake.isEmpty()
        || run.isEmpty()
        || tables.isEmpty()
        || !section.reading().problems().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Mapping(
            pipeline.get(),
            source.flatMap(SourceSection.Content::source),
            source.flatMap(SourceSection.Content::registry),
            lake.get(),
            run.get(),
            tables));
  }

  private static void requireRecords(Section section, Optional<SourceSection.Content> source) {
    if (!section.has(SOURCE)) {
      section.report(SOURCE, "the key source is missing", "");
    } else if (source.isPresent() && !source.get().namesRecords()) {
      Place place = section.fields().byKey().get(SOURCE.name()).value().place();
      section.reading().problems().add(place, "one of the keys kafka and capture is missing");
    }
  }

  private static void requireNoAvro(List<Table> tables, Section section) {
    tables.stream()
        .flatMap(table -> table.flows().stream())
        .map(flow -> flow.encoding().format())
        .filter(Format::isAvro)
        .findFirst()
        .ifPresent(
            format ->
                section.report(
                    SOURCE,
                    "source has no schema_registry, in which the schemas of format "
                        + format.key()
                        + " are looked up",
                    "Write source.schema_registry: {url: http://localhost:8081}"));
  }

  private static List<Table> tables(Section section, Format format) {
    Optional<Value.Fields> defaults = section.get(DEFAULTS);
    Map<String, Place> targets = new HashMap<>();
    Map<String, Place> flows = new HashMap<>();
    List<Table> tables = new ArrayList<>();
    for (Value value : section.require(TABLES).orElse(List.of())) {
      Value merged = defaults.map(d -> Defaults.under(value, d)).orElse(value);
      Section.open(merged, section.reading(), TableSection.KEYS)
          .flatMap(table -> TableSection.read(table, format))
          .ifPresent(
              table -> {
                // Names that differ only in case are one directory or table on some systems.
                unique(table.target(), "target", value.place(), targets, section.reading());
                for (Flow flow : table.flows()) {
                  unique(flow.name(), "flow name", value.place(), flows, section.reading());
                }
                tables.add(table);
              });
    }
    return tables;
  }

  private static void unique(
      String name, String what, Place place, Map<String, Place> seen, Reading reading) {
    Place first = seen.putIfAbsent(name.toLowerCase(Locale.ROOT), place);
    if (first != null && !first.equals(place)) {
      reading
          .problems()
          .add(
              place,
              "the " + what + " " + name + " is taken by " + first.path(),
              "Give each table another one");
    }
  }
}
