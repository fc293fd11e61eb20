package io.lakeward.autocdc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rows as lists of text; column 0 is the key. */
final class PlainRows implements RowPort<List<String>> {

  @Override
  public List<String> overlay(List<String> base, List<String> top, ColumnSet columns) {
    List<String> row = new ArrayList<>(base);
    for (int ordinal : columns.ordinals()) {
      row.set(ordinal, top.get(ordinal));
    }
    return Collections.unmodifiableList(row);
  }

  @Override
  public List<String> without(List<String> row, ColumnSet columns) {
    List<String> result = new ArrayList<>(row);
    for (int ordinal : columns.ordinals()) {
      result.set(ordinal, null);
    }
    return Collections.unmodifiableList(result);
  }

  @Override
  public List<String> only(List<String> row, ColumnSet columns) {
    List<String> result = new ArrayList<>(row);
    for (int ordinal = 1; ordinal < row.size(); ordinal++) {
      if (!columns.contains(ordinal)) {
        result.set(ordinal, null);
      }
    }
    return Collections.unmodifiableList(result);
  }
}
