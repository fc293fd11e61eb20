package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.Format;
import io.lakeward.mapping.Options;
import io.lakeward.mapping.SchemaRegistry;
import io.lakeward.mapping.Source;
import io.lakeward.mapping.StartingOffsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code source}: where the records lie. */
final class SourceSection {
  private SourceSection() {}

  /**
   * What the section says.
   *
   * @param namesRecords whether it says where records lie, rightly or wrongly
   * @param namesRegistry whether a registry is given, right or wrong
   */
  record Content(
      Optional<Source> source,
      Optional<Format> format,
      Optional<SchemaRegistry> registry,
      boolean namesRecords,
      boolean namesRegistry) {}

  /** Bounds the first batch over a topic that has been filling for years. */
  private static final long MAX_RECORDS_PER_BATCH = 200_000;

  private static final Key<String> BOOTSTRAP_SERVERS = new Key<>("bootstrap_servers", Scalars.TEXT);
  private static final Key<StartingOffsets> STARTING_OFFSETS =
      new Key<>("starting_offsets", Containers.STARTING_OFFSETS);
  private static final Key<Long> MAX_RECORDS = new Key<>("max_records_per_batch", Scalars.COUNT);
  private static final Key<Options> PROPERTIES = new Key<>("properties", Containers.OPTIONS);
  private static final List<Key<?>> KAFKA_KEYS =
      List.of(BOOTSTRAP_SERVERS, STARTING_OFFSETS, MAX_RECORDS, PROPERTIES);

  private static final Key<String> PATH = new Key<>("path", Scalars.PATH);
  private static final Key<Long> MAX_FILES = new Key<>("max_files_per_trigger", Scalars.COUNT);

  private static final Key<Source> KAFKA =
      new Key<>("kafka", Containers.section(KAFKA_KEYS, SourceSection::kafka));
  private static final Key<Source> CAPTURE =
      new Key<>("capture", Containers.section(List.of(PATH, MAX_FILES), SourceSection::capture));
  private static final Key<Format> FORMAT = new Key<>("format", Scalars.choice(Format.class));
  private static final Key<SchemaRegistry> SCHEMA_REGISTRY =
      new Key<>("schema_registry", Containers.section(RegistrySection.KEYS, RegistrySection::read));

  /** The keys of the section. */
  static final List<Key<?>> KEYS = List.of(KAFKA, CAPTURE, FORMAT, SCHEMA_REGISTRY);

  /** Consumer properties that would break what Lakeward promises, and what to do instead. */
  private static final Map<String, String> OURS =
      Map.of(
          "bootstrap.servers", "Write bootstrap_servers beside properties",
          "auto.offset.reset", "Write starting_offsets beside properties",
          "group.id", "Offsets are kept with the tables, not in a consumer group",
          "enable.auto.commit", "Offsets are kept with the tables, not in a consumer group",
          "key.deserializer", "Records are read as bytes and decoded by their format",
          "value.deserializer", "Records are read as bytes and decoded by their format",
          "interceptor.classes", "Spark does not allow interceptors");

  static Optional<Content> read(Section section) {
    section.atMostOne(ErrorCode.MAPPING_INVALID, KAFKA, CAPTURE);
    Optional<Source> kafka = section.get(KAFKA);
    Optional<Source> capture = section.get(CAPTURE);
    return Optional.of(
        new Content(
            kafka.or(() -> capture),
            section.get(FORMAT),
            section.get(SCHEMA_REGISTRY),
            section.has(KAFKA) || section.has(CAPTURE),
            section.has(SCHEMA_REGISTRY)));
  }

  private static Optional<Source> kafka(Section section) {
    Optional<String> servers = section.require(BOOTSTRAP_SERVERS);
    Optional<StartingOffsets> start = section.get(STARTING_OFFSETS);
    Optional<Long> limit = section.get(MAX_RECORDS);
    Options properties = section.get(PROPERTIES).orElse(Options.NONE);
    for (String name : properties.values().keySet()) {
      if (OURS.containsKey(name)) {
        section.report(PROPERTIES, name + " is not yours to set", OURS.get(name));
      }
    }
    return servers.map(
        s ->
            new Source.Kafka(
                s,
                start.orElseGet(StartingOffsets.Earliest::new),
                Optional.of(limit.orElse(MAX_RECORDS_PER_BATCH)),
                properties));
  }

  private static Optional<Source> capture(Section section) {
    Optional<String> path = section.require(PATH);
    Optional<Integer> files = section.get(MAX_FILES).map(Math::toIntExact);
    return path.map(p -> new Source.Capture(p, files));
  }
}
