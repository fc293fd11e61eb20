package io.lakeward.mapping.file;

/**
 * Where something stands in a mapping file.
 *
 * @param line from 1
 * @param column from 1
 * @param path the keys that lead there: {@code tables[0].keys}; empty for the whole file
 */
record Place(int line, int column, String path) {

  /** The place of a key's value below this. */
  Place below(String key, int itsLine, int itsColumn) {
    return new Place(itsLine, itsColumn, path.isEmpty() ? key : path + "." + key);
  }

  /** The place of a list's item below this. */
  Place item(int index, int itsLine, int itsColumn) {
    return new Place(itsLine, itsColumn, path + "[" + index + "]");
  }
}
