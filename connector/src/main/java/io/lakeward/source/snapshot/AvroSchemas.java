package io.lakeward.source.snapshot;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The schemas that Avro files carry.
 *
 * @param configuration by which the files are reached
 */
record AvroSchemas(Configuration configuration) {
  AvroSchemas {
    requireNonNull(configuration, "configuration");
  }

  /**
   * Fails where not all of the files have one schema. Reads the head of each.
   *
   * @throws io.lakeward.error.LakewardException SNAPSHOT_UNREADABLE
   */
  void requireSame(List<Path> files) {
    Schema first = of(files.get(0));
    for (Path file : files) {
      if (!of(file).equals(first)) {
        throw SnapshotFailure.of(
            file.toString(),
            "it has another schema than " + files.get(0),
            "give one for all with the option avroSchema, or `schema` in the mapping");
      }
    }
  }

  private Schema of(Path file) {
    try (DataFileStream<GenericRecord> records =
        new DataFileStream<>(
            file.getFileSystem(configuration).open(file), new GenericDatumReader<>())) {
      return records.getSchema();
    } catch (IOException e) {
      throw SnapshotFailure.of(file.toString(), e);
    }
  }
}
