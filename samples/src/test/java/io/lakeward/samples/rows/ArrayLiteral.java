package io.lakeward.samples.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL's text of an array of one dimension: <code>{a,NULL,"b,c"}</code>. */
final class ArrayLiteral {

  private static final Pattern ELEMENT =
      Pattern.compile("\\G[{,](?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\",{}]+))");

  private ArrayLiteral() {}

  /** The elements as text, empty for nulls. */
  static List<Optional<String>> elements(String literal) {
    List<Optional<String>> elements = new ArrayList<>();
    Matcher element = ELEMENT.matcher(literal);
    while (element.find()) {
      if (element.group(1) != null) {
        elements.add(Optional.of(element.group(1).replaceAll("\\\\(.)", "$1")));
      } else {
        elements.add(Optional.of(element.group(2)).filter(text -> !text.equals("NULL")));
      }
    }
    return elements;
  }
}
