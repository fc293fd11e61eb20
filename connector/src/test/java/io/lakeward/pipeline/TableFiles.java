package io.lakeward.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ReachableFileUtil;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;

/** The files that a table on this machine refers to. */
final class TableFiles {
  private TableFiles() {}

  /** The files that the table refers to and that are not there. */
  static Set<String> missing(Table table) {
    return referenced(table).stream()
        .filter(file -> !Files.exists(Path.of(file)))
        .collect(Collectors.toSet());
  }

  private static Set<String> referenced(Table table) {
    Set<String> files = new HashSet<>(ReachableFileUtil.metadataFileLocations(table, false));
    for (Snapshot snapshot : table.snapshots()) {
      files.add(snapshot.manifestListLocation());
      for (ManifestFile manifest : snapshot.allManifests(table.io())) {
        files.add(manifest.path());
        addEntries(files, manifest, table);
      }
    }
    return files.stream().map(TableFiles::local).collect(Collectors.toSet());
  }

  private static void addEntries(Set<String> files, ManifestFile manifest, Table table) {
    try (CloseableIterable<? extends ContentFile<?>> entries =
        manifest.content() == org.apache.iceberg.ManifestContent.DATA
            ? ManifestFiles.read(manifest, table.io(), table.specs())
            : ManifestFiles.readDeleteManifest(manifest, table.io(), table.specs())) {
      entries.forEach(entry -> files.add(entry.location()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String local(String location) {
    return location.replaceFirst("^file:/*", "/");
  }
}
