package io.lakeward.source.avro;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Schemas as files beside a capture. */
record SchemaDirectory(SchemaSource.Directory source) implements SchemaLookup {

  @Override
  public Found find(int id) throws AvroRefused {
    Path file = Path.of(source.path(), id + ".avsc");
    try {
      return new Found(Files.readString(file), List.of());
    } catch (NoSuchFileException e) {
      throw SchemaLookup.missing(id, "the directory " + source.path());
    } catch (IOException e) {
      throw LakewardException.of(ErrorCode.SCHEMA_REGISTRY_UNREADABLE)
          .fact("file", file)
          .fact("problem", e.toString())
          .advice("make the file readable and run again")
          .cause(e)
          .build();
    }
  }
}
