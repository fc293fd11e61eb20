package io.lakeward.it.lake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.util.SnapshotUtil;

/** A table of the lake at one moment, read with Iceberg's generic reader. */
public final class LakeTable {

  /** The one column that is not of the source. */
  public static final String BOOKKEEPING = "_lakeward";

  private final Table table;

  LakeTable(Table table) {
    this.table = table;
  }

  /** All rows, each as its columns by name, without the bookkeeping. */
  public List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record record : records) {
        Map<String, Object> row = new LinkedHashMap<>();
        columns().forEach(column -> row.put(column, record.getField(column)));
        row.remove(BOOKKEEPING);
        rows.add(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  /** The names of all columns, in order. */
  public List<String> columns() {
    return table.schema().columns().stream().map(NestedField::name).toList();
  }

  /** Our commits of the table, the oldest first. */
  public List<BatchCommit> commits() {
    List<BatchCommit> commits = new ArrayList<>();
    if (table.currentSnapshot() != null) {
      for (Snapshot snapshot : SnapshotUtil.currentAncestors(table)) {
        BatchCommit.of(snapshot).ifPresent(commit -> commits.add(0, commit));
      }
    }
    return commits;
  }

  /** How far a flow is applied, as the table remembers it; null before its first batch. */
  public String offsets(String flow) {
    return table.properties().get("lakeward.offsets." + flow);
  }

  /** The table itself. */
  public Table iceberg() {
    return table;
  }
}
