package io.lakeward.it.conformance;

import io.lakeward.it.lake.LakeTable;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.util.ByteBuffers;

/**
 * Rows as the conformance file writes them: whole numbers as such, decimals, times and bytes as
 * text.
 */
final class PlainRows {
  private PlainRows() {}

  static List<List<Object>> of(LakeTable table) {
    List<List<Object>> rows = new ArrayList<>();
    table.rows().forEach(row -> rows.add(row.values().stream().map(PlainRows::plain).toList()));
    return rows;
  }

  static List<List<Object>> of(Scenario scenario) {
    return of(scenario.expectedRows());
  }

  static List<List<Object>> of(List<List<Object>> written) {
    List<List<Object>> rows = new ArrayList<>();
    written.forEach(row -> rows.add(row.stream().map(PlainRows::plain).toList()));
    return rows;
  }

  private static Object plain(Object value) {
    if (value instanceof Integer number) {
      return number.longValue();
    } else if (value instanceof Float number) {
      return Double.valueOf(number);
    } else if (value instanceof BigDecimal number) {
      return number.toPlainString();
    } else if (value instanceof OffsetDateTime instant) {
      return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(instant);
    } else if (value instanceof LocalDateTime local) {
      return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(local);
    } else if (value instanceof LocalDate date) {
      return date.toString();
    } else if (value instanceof ByteBuffer bytes) {
      return Base64.getEncoder().encodeToString(ByteBuffers.toByteArray(bytes));
    } else if (value instanceof Record struct) {
      Map<String, Object> fields = new LinkedHashMap<>();
      struct
          .struct()
          .fields()
          .forEach(field -> fields.put(field.name(), plain(struct.getField(field.name()))));
      return fields;
    } else if (value instanceof Map<?, ?> struct) {
      Map<Object, Object> fields = new LinkedHashMap<>();
      struct.forEach((name, field) -> fields.put(name, plain(field)));
      return fields;
    } else if (value instanceof List<?> list) {
      return list.stream().map(PlainRows::plain).toList();
    }
    return value;
  }
}
