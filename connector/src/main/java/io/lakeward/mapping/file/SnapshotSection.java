package io.lakeward.mapping.file;

import io.lakeward.mapping.DeclaredSchema;
import io.lakeward.mapping.Export;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Options;
import io.lakeward.mapping.SnapshotFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code snapshot}: full snapshots in place of a topic. */
final class SnapshotSection {
  private SnapshotSection() {}

  private static final Key<String> PATH = new Key<>("path", Scalars.TEXT);
  private static final Key<SnapshotFormat> FORMAT =
      new Key<>("format", Scalars.choice(SnapshotFormat.class));
  private static final Key<Expression> VERSION = new Key<>("version", Scalars.EXPRESSION);
  private static final Key<Options> OPTIONS = new Key<>("options", Containers.VERBATIM_OPTIONS);
  private static final Key<Expression> ABSENT_WITHIN =
      new Key<>("absent_within", Scalars.EXPRESSION);
  private static final Key<String> SUCCESS_MARKER =
      new Key<>(
          "success_marker",
          Scalars.name(Pattern.compile("[^/\\\\]+"), "the name of a file such as _SUCCESS"));

  /** The keys of the section. */
  static final List<Key<?>> KEYS =
      List.of(PATH, FORMAT, VERSION, OPTIONS, ABSENT_WITHIN, SUCCESS_MARKER);

  /** The keys of the section where it stands alone, with those that a flow has beside it. */
  static final List<Key<?>> KEYS_ALONE =
      Stream.concat(KEYS.stream(), Stream.of(EncodingSection.SCHEMA)).toList();

  /** Options of Spark's readers that say what to read, by names in lower case. */
  private static final List<String> OF_THE_PATH = List.of("path", "paths", "dbtable", "query");

  private static final String URL = "url";
  private static final String ADDRESS = "jdbc:postgresql://host/database";

  static Optional<Input.Snapshots> read(Section section) {
    Optional<Export> read = export(section, Optional.empty());
    Optional<Expression> version = section.require(VERSION);
    return read.filter(export -> version.isPresent())
        .map(
            export ->
                new Input.Snapshots(
                    export.path(),
                    export.format(),
                    version.get(),
                    export.options(),
                    export.absentWithin(),
                    export.successMarker()));
  }

  /** What a section says that stands alone: the version says nothing but what comes last. */
  static Optional<Export> readAlone(Section section) {
    Optional<Export> export = export(section, section.get(EncodingSection.SCHEMA));
    section
        .get(FORMAT)
        .filter(format -> !format.isOfFiles() && section.has(EncodingSection.SCHEMA))
        .ifPresent(format -> SnapshotRules.refuseSchema(section, format));
    return export;
  }

  private static Optional<Export> export(Section section, Optional<DeclaredSchema> schema) {
    Optional<String> path = section.require(PATH);
    Optional<SnapshotFormat> format = section.require(FORMAT);
    Optional<Expression> version = section.get(VERSION);
    Options options = options(section, format);
    Optional<Expression> absentWithin = section.get(ABSENT_WITHIN);
    Optional<String> marker = marker(section, format);
    if (path.isEmpty() || format.isEmpty()) {
      return Optional.empty();
    }
    String place = format.get().isOfFiles() ? section.reading().absolute(path.get()) : path.get();
    return Optional.of(
        new Export(place, format.get(), version, options, schema, absentWithin, marker));
  }

  private static Optional<String> marker(Section section, Optional<SnapshotFormat> format) {
    Optional<String> marker = section.get(SUCCESS_MARKER);
    Optional<SnapshotFormat> other = format.filter(known -> !known.isOfFiles());
    if (section.has(SUCCESS_MARKER) && other.isPresent()) {
      section.report(
          SUCCESS_MARKER,
          "success_marker does not go with format " + other.get().key(),
          "Leave it out: only files are written bit by bit");
      return Optional.empty();
    }
    return marker;
  }

  private static Options options(Section section, Optional<SnapshotFormat> format) {
    Options options = section.get(OPTIONS).orElse(Options.NONE);
    for (String name : options.values().keySet()) {
      if (OF_THE_PATH.contains(name.toLowerCase(Locale.ROOT))) {
        section.report(OPTIONS, name + " is not yours to set", "The path says what is read");
      }
    }
    if (format.equals(Optional.of(SnapshotFormat.ICEBERG)) && section.has(OPTIONS)) {
      section.report(
          OPTIONS,
          "options do not go with format iceberg",
          "Leave them out: the table is read as it is");
    } else if (format.equals(Optional.of(SnapshotFormat.JDBC))) {
      requireAddress(section, options);
    }
    return options;
  }

  /** The address is not shown, since there may be a password in it. */
  private static void requireAddress(Section section, Options options) {
    if (!section.has(OPTIONS)) {
      section.report(
          OPTIONS,
          "the key options is missing: a database needs its address",
          "Write options: {url: \"" + ADDRESS + "\", user: …, password: …}");
      return;
    }
    boolean given =
        section.fields().byKey().get(OPTIONS.name()).value() instanceof Value.Fields fields
            && fields.byKey().keySet().stream().anyMatch(URL::equalsIgnoreCase);
    if (!given) {
      section.report(
          OPTIONS,
          "the key url is missing: a database needs its address",
          "Write url: \"" + ADDRESS + "\"");
    }
    if (urls(options).anyMatch(url -> !url.startsWith("jdbc:"))) {
      section.report(OPTIONS, "url is no address of a database", "Write one such as " + ADDRESS);
    }
  }

  private static Stream<String> urls(Options options) {
    return options.values().entrySet().stream()
        .filter(option -> option.getKey().equalsIgnoreCase(URL))
        .map(Map.Entry::getValue);
  }
}
