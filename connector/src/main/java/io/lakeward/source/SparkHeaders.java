package io.lakeward.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.function.BiConsumer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;

/**
 * The headers column of Spark's Kafka source, {@code array<struct<key: string, value: binary>>}.
 * One object is reused for all records of a task. Nothing is copied out of the row before a header
 * is asked for.
 */
public final class SparkHeaders implements SourceRecord.Headers {

  private static final int FIELDS = 2;

  private ArrayData headers;

  /** Reads this column from now on; null for a record without headers, as the source gives it. */
  public SparkHeaders over(ArrayData column) {
    this.headers = column;
    return this;
  }

  @Override
  public byte[] last(String name) {
    if (headers == null || headers.numElements() == 0) {
      return null;
    }
    byte[] wanted = name.getBytes(UTF_8);
    for (int i = headers.numElements() - 1; i >= 0; i--) {
      InternalRow header = headers.getStruct(i, FIELDS);
      if (Arrays.equals(header.getUTF8String(0).getBytes(), wanted)) {
        return header.isNullAt(1) ? null : header.getBinary(1);
      }
    }
    return null;
  }

  @Override
  public void forEach(BiConsumer<String, byte[]> visitor) {
    int count = headers == null ? 0 : headers.numElements();
    for (int i = 0; i < count; i++) {
      InternalRow header = headers.getStruct(i, FIELDS);
      visitor.accept(
          header.getUTF8String(0).toString(), header.isNullAt(1) ? null : header.getBinary(1));
    }
  }
}
