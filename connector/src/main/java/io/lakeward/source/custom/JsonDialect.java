package io.lakeward.source.custom;

import io.lakeward.source.json.DeclaredTypes;
import io.lakeward.source.json.Numbers;
import io.lakeward.source.json.Texts;
import io.lakeward.source.json.Times;
import io.lakeward.source.json.ValueReader;
import java.time.ZoneId;
import org.apache.spark.sql.types.DecimalType;

/**
 * How plain JSON writes values: decimals as numbers or text, dates and timestamps as ISO text,
 * binary as base64. A number in a timestamp is refused: nobody said what it counts.
 *
 * @param zone of timestamps whose text has no offset
 */
record JsonDialect(ZoneId zone) implements DeclaredTypes.Dialect {

  @Override
  public ValueReader decimals(DecimalType type) {
    return Numbers::readDecimalOrText;
  }

  @Override
  public ValueReader texts() {
    return Texts::readText;
  }

  @Override
  public ValueReader dates() {
    return Times::readIsoDate;
  }

  @Override
  public ValueReader instants() {
    return Times.isoInstant(zone);
  }

  @Override
  public ValueReader localTimestamps() {
    return Times::readIsoLocal;
  }
}
