package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;

/**
 * One thing that is wrong in a mapping file. Holds no value that came from outside of the file.
 *
 * @param file the file as the user named it
 * @param line from 1
 * @param column from 1
 * @param path the keys that lead there: {@code tables[0].keys}; empty for the whole file
 * @param code which rule is broken
 * @param what what is wrong
 * @param fix what to write instead; empty where that is not known
 */
public record Problem(
    String file, int line, int column, String path, ErrorCode code, String what, String fix) {

  /** The problem in one line, beginning with {@code file:line:column}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(file).append(':').append(line).append(':').append(column).append(": ");
    if (!path.isEmpty()) {
      text.append(path).append(": ");
    }
    if (code != ErrorCode.MAPPING_INVALID) {
      text.append(code).append(": ").append(code.sentence()).append(": ");
    }
    text.append(what);
    if (!fix.isEmpty()) {
      text.append(". ").append(fix);
    }
    return text.toString();
  }
}
