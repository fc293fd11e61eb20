package io.lakeward.cli;

import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.file.MappingFile;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the mapping file. */
final class MappingOption {

  @Option(names = "--mapping", required = true, paramLabel = "FILE", description = "The mapping.")
  private Path file;

  Path file() {
    return file;
  }

  Mapping read() {
    return MappingFile.read(file);
  }
}
