package io.lakeward.pipeline;

import io.lakeward.lake.LakeTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.IcebergGenerics.ScanBuilder;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.util.ByteBuffers;

/**
 * All that a batch must leave in a table at once, read by Iceberg alone.
 *
 * @param rows what readers see, bookkeeping included
 * @param hidden what the state branch holds
 * @param notes how far flows are applied, by the properties and by the latest snapshot, and what
 *     else of the source's past the properties hold
 */
record TableContents(List<String> rows, List<String> hidden, Map<String, String> notes) {

  /** No table, or one without a batch. */
  static final TableContents NONE = new TableContents(List.of(), List.of(), Map.of());

  private static final List<String> NOTES =
      List.of(
          "lakeward.offsets.", "lakeward.truncated-at", "lakeward.truncates", "lakeward.waiting");

  /** The contents of a table as it is now. */
  static TableContents of(Table table) {
    Map<String, String> notes = new TreeMap<>();
    table
        .properties()
        .forEach(
            (name, value) -> {
              if (NOTES.stream().anyMatch(name::startsWith)) {
                notes.put(name, value);
              }
            });
    Snapshot head = table.currentSnapshot();
    if (head != null) {
      notes.put("offsets of the snapshot", head.summary().get("lakeward.offsets"));
    }
    Snapshot state = table.snapshot(LakeTable.STATE_BRANCH);
    return new TableContents(
        rows(IcebergGenerics.read(table)),
        state == null
            ? List.of()
            : rows(IcebergGenerics.read(table).useSnapshot(state.snapshotId())),
        notes);
  }

  private static List<String> rows(ScanBuilder scan) {
    try (CloseableIterable<Record> records = scan.build()) {
      List<String> rows = new ArrayList<>();
      records.forEach(record -> rows.add(text(record)));
      rows.sort(null);
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Record record) {
    return record.struct().fields().stream()
        .map(NestedField::name)
        .map(name -> name + "=" + text(record.getField(name)))
        .collect(Collectors.joining(" "));
  }

  private static String text(Object value) {
    return value instanceof ByteBuffer bytes
        ? HexFormat.of().formatHex(ByteBuffers.toByteArray(bytes))
        : String.valueOf(value);
  }
}
