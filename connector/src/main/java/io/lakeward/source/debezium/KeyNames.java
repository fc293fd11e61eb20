package io.lakeward.source.debezium;

import io.lakeward.change.RejectReason;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which columns are the key: those of the mapping, or else the fields of the record key. */
final class KeyNames {

  private final List<String> mapped;
  private final Selection selection;
  private final Set<String> layoutKeys;
  private List<String> lastFields = List.of();
  private boolean lastMatches;

  KeyNames(Layout layout, EnvelopeOptions options) {
    this.mapped = options.keys();
    this.selection = options.selection();
    this.layoutKeys =
        layout.columns().stream()
            .filter(Layout.Column::isKey)
            .map(Layout.Column::name)
            .collect(Collectors.toSet());
    this.lastMatches = layoutKeys.isEmpty();
  }

  /** Whether the mapping names the key, so that record keys do not matter. */
  boolean areMapped() {
    return !mapped.isEmpty();
  }

  /** Whether the record key has just the layout's key columns (case S12). */
  boolean match(List<String> fields) {
    // JsonRecordKeys returns the same list for the same names, so most records cost one comparison.
    if (fields != lastFields) {
      lastMatches =
          fields.stream()
              .map(field -> selection.targetOf(field).orElse(""))
              .collect(Collectors.toSet())
              .equals(layoutKeys);
      lastFields = fields;
    }
    return lastMatches;
  }

  /**
   * The key by target names, each among these columns.
   *
   * @throws RecordRefused where a key column is not among them
   */
  List<String> of(List<String> fields, List<RecordShape.Column> columns) {
    Set<String> there = new HashSet<>();
    columns.forEach(column -> there.add(column.name()));
    List<String> names = areMapped() ? mapped : fields.stream().map(this::targetOf).toList();
    for (String name : names) {
      if (!there.contains(name)) {
        throw new RecordRefused(
            RejectReason.COLUMN_UNKNOWN,
            "the row has no key column "
                + name
                + " among "
                + columns.stream().map(RecordShape.Column::name).toList()
                + "; "
                + (areMapped() ? "correct keys" : "give keys"));
      }
    }
    return names;
  }

  private String targetOf(String field) {
    return selection
        .targetOf(field)
        .orElseThrow(
            () ->
                new RecordRefused(
                    RejectReason.NULL_KEY, "the mapping leaves out the key column " + field));
  }
}
