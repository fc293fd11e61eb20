package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.Export;
import io.lakeward.mapping.Mapping;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads mapping files. A file is read whole, and everything that is wrong in it is reported at
 * once.
 *
 * <p>Relative paths in it are resolved against the current directory, not against the file's, so
 * that one file serves several places; in the mapping they are absolute.
 */
public final class MappingFile {

  private static final Place WHOLE_FILE = new Place(1, 1, "");

  private final Map<String, String> environment;
  private final Path directory;

  /**
   * Reads with these surroundings.
   *
   * @param environment what <code>${NAME}</code> in a value refers to
   * @param directory what relative paths are resolved against
   */
  public MappingFile(Map<String, String> environment, Path directory) {
    this.environment = Map.copyOf(environment);
    this.directory = directory.toAbsolutePath();
  }

  /** The mapping in a file, with the process's environment and current directory. */
  public static Mapping read(Path file) {
    return new MappingFile(System.getenv(), Path.of("")).parse(file.toString(), contentOf(file));
  }

  /**
   * The mapping in a text.
   *
   * @param name how the text is called in problems
   * @param yaml the text
   * @throws InvalidMappingException with all problems, where there is one
   */
  public Mapping parse(String name, String yaml) {
    return parse(name, yaml, PipelineSection::read);
  }

  /**
   * The export that a command line describes: by the keys of a {@code snapshot} section, or by the
   * name of a file that holds them. Its environment and current directory are the process's.
   *
   * @throws InvalidMappingException with all problems, where there is one
   */
  public static Export readExport(String option, String argument) {
    boolean isInline = argument.strip().startsWith("{") || argument.contains("\n");
    MappingFile reader = new MappingFile(System.getenv(), Path.of(""));
    return isInline
        ? reader.parseExport(option, argument)
        : reader.parseExport(argument, contentOf(Path.of(argument)));
  }

  /**
   * The export that a text describes, by the keys of a {@code snapshot} section.
   *
   * @param name how the text is called in problems
   * @param yaml the text
   * @throws InvalidMappingException with all problems, where there is one
   */
  public Export parseExport(String name, String yaml) {
    return parse(
        name,
        yaml,
        (root, reading) ->
            Section.open(root, reading, SnapshotSection.KEYS_ALONE)
                .flatMap(SnapshotSection::readAlone));
  }

  private <T> T parse(String name, String yaml, Kind<T> kind) {
    Problems problems = new Problems(name);
    YamlReader reader = new YamlReader(problems, new Substitution(environment, directory));
    Optional<T> read =
        reader.read(yaml).flatMap(root -> kind.read(root, new Reading(problems, directory)));
    if (!problems.isEmpty()) {
      throw new InvalidMappingException(problems.inOrder());
    }
    return read.orElseThrow(
        () -> new IllegalStateException("Cannot read a text in which nothing is wrong"));
  }

  private static String contentOf(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw unreadable(file, "there is no such file");
    } catch (AccessDeniedException e) {
      throw unreadable(file, "no permission to read it");
    } catch (CharacterCodingException e) {
      throw unreadable(file, "it is not UTF-8 text");
    } catch (IOException e) {
      throw unreadable(file, Files.isDirectory(file) ? "it is a directory" : e.getMessage());
    }
  }

  private static InvalidMappingException unreadable(Path file, String why) {
    Problems problems = new Problems(file.toString());
    problems.add(WHOLE_FILE, ErrorCode.MAPPING_INVALID, "cannot read the file: " + why, "");
    return new InvalidMappingException(List.copyOf(problems.inOrder()));
  }
}
