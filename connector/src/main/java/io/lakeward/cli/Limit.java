package io.lakeward.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How many of something are shown at most: a number from 0. */
final class Limit implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 0) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new TypeConversionException("'" + text + "' is no number from 0");
  }
}
