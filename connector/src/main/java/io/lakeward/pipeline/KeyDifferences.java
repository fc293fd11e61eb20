package io.lakeward.pipeline;

import com.fasterxml.jackson.core.JsonGenerator;
import io.lakeward.change.Position;
import io.lakeward.lake.Differences;
import io.lakeward.lake.LatestChanges;
import io.lakeward.pipeline.query.Json;
import io.lakeward.source.Layout;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.XXH64;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Tells of each key that differs what {@link KeyDifference} has. The table's rows have their
 * bookkeeping behind the columns of the layout.
 *
 * @param compared the columns in which rows may differ
 * @param examples how many of each kind a task describes, with the values that differ
 * @param notAfter the position behind which a change of the table is newer than the source's rows;
 *     {@link Position#NONE} where none is
 */
record KeyDifferences(Layout layout, Set<String> compared, int examples, Position notAfter)
    implements Differences {

  /** A value that is longer is cut. */
  private static final int LONGEST_VALUE = 200;

  private static final int KIND = 0;
  private static final int KEY = 1;
  private static final int COLUMNS = 2;
  private static final int FINGERPRINT = 3;
  private static final int STORED = 4;
  private static final int IS_NEWER = 5;
  private static final int EXAMPLE = 6;
  private static final int FIELDS = 7;

  private static final DifferenceKind[] KINDS = DifferenceKind.values();

  /** Reads a row that a writer made. */
  static KeyDifference read(InternalRow row) {
    return new KeyDifference(
        KINDS[row.getInt(KIND)],
        row.getBinary(KEY),
        (InternalRow) ((GenericInternalRow) row).values()[COLUMNS],
        row.getLong(FINGERPRINT),
        Position.of(row.getBinary(STORED)),
        row.getBoolean(IS_NEWER),
        row.isNullAt(EXAMPLE) ? "" : row.getUTF8String(EXAMPLE).toString());
  }

  @Override
  public Writer writer() {
    return new KeyWriter();
  }

  private final class KeyWriter implements Writer {
    private final int[] keys = layout.keyOrdinals();
    private final int[] values =
        IntStream.range(0, layout.columns().size())
            .filter(i -> compared.contains(layout.columns().get(i).name()))
            .toArray();
    private final int bookkeeping = layout.columns().size();
    private final UnsafeProjection row = projection(values);
    private final Map<Integer, UnsafeProjection> columns = new HashMap<>();
    private final Map<DifferenceKind, Integer> described = new EnumMap<>(DifferenceKind.class);

    @Override
    public InternalRow missing(byte[] key, InternalRow source) {
      return difference(DifferenceKind.MISSING, key, source, Optional.of(source), Optional.empty());
    }

    @Override
    public InternalRow different(byte[] key, InternalRow source, InternalRow stored) {
      return difference(
          DifferenceKind.DIFFERENT, key, source, Optional.of(source), Optional.of(stored));
    }

    @Override
    public InternalRow extra(byte[] key, InternalRow stored) {
      return difference(DifferenceKind.EXTRA, key, stored, Optional.empty(), Optional.of(stored));
    }

    private InternalRow difference(
        DifferenceKind kind,
        byte[] key,
        InternalRow any,
        Optional<InternalRow> source,
        Optional<InternalRow> stored) {
      Object[] fields = new Object[FIELDS];
      fields[KIND] = Arrays.asList(KINDS).indexOf(kind);
      fields[KEY] = key;
      fields[COLUMNS] = new GenericInternalRow(keyColumns(any));
      fields[FINGERPRINT] = source.map(this::fingerprint).orElse(0L);
      Position latest = stored.map(this::latest).orElse(Position.NONE);
      fields[STORED] = latest.bytes();
      boolean isNewer = !notAfter.equals(Position.NONE) && latest.isAfter(notAfter);
      fields[IS_NEWER] = isNewer;
      if (!isNewer && described.merge(kind, 1, Integer::sum) <= examples) {
        fields[EXAMPLE] = UTF8String.fromString(described(kind, any, source, stored));
      }
      return new GenericInternalRow(fields);
    }

    private Object[] keyColumns(InternalRow any) {
      return Arrays.stream(keys)
          .mapToObj(i -> InternalRow.copyValue(any.get(i, type(i))))
          .toArray();
    }

    private long fingerprint(InternalRow source) {
      UnsafeRow bytes = row.apply(source);
      return XXH64.hashUnsafeBytes(
          bytes.getBaseObject(), bytes.getBaseOffset(), bytes.getSizeInBytes(), 42L);
    }

    private Position latest(InternalRow stored) {
      return LatestChanges.in(
          stored.isNullAt(bookkeeping) ? new byte[0] : stored.getBinary(bookkeeping));
    }

    private String described(
        DifferenceKind kind,
        InternalRow any,
        Optional<InternalRow> source,
        Optional<InternalRow> stored) {
      StringWriter text = new StringWriter();
      try (JsonGenerator json = Json.generator(text)) {
        json.writeStartObject();
        json.writeStringField("kind", kind.name().toLowerCase(java.util.Locale.ROOT));
        json.writeObjectFieldStart("key");
        for (int key : keys) {
          write(json, name(key), any, key);
        }
        json.writeEndObject();
        json.writeObjectFieldStart("columns");
        if (source.isPresent() && stored.isPresent()) {
          writeDifferences(json, source.get(), stored.get());
        }
        json.writeEndObject();
        json.writeEndObject();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return text.toString();
    }

    private void writeDifferences(JsonGenerator json, InternalRow source, InternalRow stored)
        throws IOException {
      for (int value : values) {
        if (differs(value, source, stored)) {
          json.writeObjectFieldStart(name(value));
          write(json, "source", source, value);
          write(json, "lake", stored, value);
          json.writeEndObject();
        }
      }
    }

    private boolean differs(int i, InternalRow source, InternalRow stored) {
      UnsafeProjection column =
          columns.computeIfAbsent(i, ordinal -> projection(new int[] {ordinal}));
      UnsafeRow first = column.apply(source).copy();
      return !first.equals(column.apply(stored));
    }

    private void write(JsonGenerator json, String name, InternalRow row, int i) throws IOException {
      Object value = row.isNullAt(i) ? null : row.get(i, type(i));
      Object external = CatalystTypeConverters.convertToScala(value, type(i));
      json.writeFieldName(name);
      String text = external == null ? "" : Json.text(external);
      if (text.codePointCount(0, text.length()) > LONGEST_VALUE) {
        json.writeString(text.substring(0, text.offsetByCodePoints(0, LONGEST_VALUE)) + "…");
      } else {
        Json.write(external, json);
      }
    }

    private String name(int i) {
      return layout.columns().get(i).name();
    }

    private DataType type(int i) {
      return layout.columns().get(i).type();
    }

    private UnsafeProjection projection(int[] ordinals) {
      List<Expression> read =
          Arrays.stream(ordinals)
              .<Expression>mapToObj(i -> new BoundReference(i, type(i), true))
              .toList();
      return UnsafeProjection.create(CollectionConverters.asScala(read).toSeq());
    }
  }
}
