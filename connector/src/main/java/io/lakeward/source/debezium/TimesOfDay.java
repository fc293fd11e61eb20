package io.lakeward.source.debezium;

import io.lakeward.source.json.EpochUnit;
import io.lakeward.source.json.JsonType;
import io.lakeward.source.json.MicrosOfDay;
import io.lakeward.source.json.TimeOfDay;
import io.lakeward.source.json.Times;
import io.lakeward.source.json.ValueReader;
import org.apache.spark.sql.types.DataTypes;

/**
 * Times of day without a zone, in the form that the mapping wants.
 *
 * @param form what they become
 */
record TimesOfDay(TimeOfDayColumn form) {

  /** Times that are written as a number of this unit since midnight. */
  JsonType since(EpochUnit unit) {
    return type(reader(TimeOfDay.since(unit)));
  }

  /** Times that are written as ISO text. */
  JsonType iso() {
    return type(reader(TimeOfDay.iso()));
  }

  /** Times that are written as ISO text, or as a number of this unit since midnight. */
  JsonType isoOrSince(EpochUnit unit) {
    return type(Times.textOr(reader(TimeOfDay.iso()), reader(TimeOfDay.since(unit))));
  }

  private ValueReader reader(TimeOfDay time) {
    return switch (form) {
      case TEXT -> time::putText;
      case MICROS -> time::putMicros;
    };
  }

  private JsonType type(ValueReader reader) {
    return switch (form) {
      case TEXT -> JsonType.scalar(DataTypes.StringType, reader);
      case MICROS -> new MicrosOfDay(reader);
    };
  }
}
