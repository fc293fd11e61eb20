package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.source.json.FieldNames;
import io.lakeward.source.json.JsonCursor;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * What an envelope's {@code source} block, and its block about the transaction, say of the change's
 * place in the source's own order. Reused for each record.
 */
@SuppressWarnings("EnumOrdinal") // The slots of one record; the numbers are stored nowhere.
final class SourceBlock {

  /** The fields that positions and times are made of, over all connectors. */
  enum Field {
    CONNECTOR("connector"),
    SEQUENCE("sequence"),
    LSN("lsn"),
    FILE("file"),
    POS("pos"),
    ROW("row"),
    COMMIT_LSN("commit_lsn"),
    CHANGE_LSN("change_lsn"),
    EVENT_SERIAL_NO("event_serial_no"),
    SCN("scn"),
    COMMIT_SCN("commit_scn"),
    SSN("ssn"),
    TX_SEQ("txSeq"),
    ORD("ord"),
    SERVER_TRANSACTION_ID("server_transaction_id"),
    MOD_NUMBER("mod_number"),
    VALUE_CAPTURE_TYPE("value_capture_type"),
    TRANSACTION_TOTAL_ORDER("total_order"),
    TRANSACTION_EPOCH("transaction_epoch"),
    TRANSACTION_RANK("transaction_rank"),
    TS_MS("ts_ms"),
    TS_US("ts_us"),
    TS_NS("ts_ns");

    private final String json;

    Field(String json) {
      this.json = json;
    }
  }

  private enum Kind {
    ABSENT,
    NUMBER,
    TEXT
  }

  /** What {@link #digits} returns for no number. */
  static final long NO_DIGITS = -1;

  private static final int MOST_DIGITS = 19;

  /** All fields that Debezium's connectors put into the block, in their order. */
  private static final List<String> IN_ORDER =
      List.of(
          "version",
          "connector",
          "name",
          "ts_ms",
          "snapshot",
          "db",
          "sequence",
          "ts_us",
          "ts_ns",
          "schema",
          "table",
          "txId",
          "lsn",
          "xmin",
          "server_id",
          "gtid",
          "file",
          "pos",
          "row",
          "thread",
          "query",
          "change_lsn",
          "commit_lsn",
          "event_serial_no",
          "scn",
          "commit_scn",
          "rs_id",
          "ssn",
          "txSeq",
          "begin_lsn",
          "keyspace",
          "shard",
          "vgtid",
          "collection",
          "ord",
          "lsid",
          "txnNumber",
          "wallTime",
          "project_id",
          "instance_id",
          "database_id",
          "change_stream_name",
          "server_transaction_id",
          "low_watermark",
          "read_at_timestamp",
          "number_records_in_transaction",
          "transaction_tag",
          "system_transaction",
          "value_capture_type",
          "partition_token",
          "mod_number",
          "is_last_record_in_transaction_in_partition",
          "number_of_partitions_in_transaction");

  private static final List<String> OF_TRANSACTION =
      List.of(
          "id", "total_order", "data_collection_order", "transaction_epoch", "transaction_rank");

  private static final Field[] MEANINGS = meanings(IN_ORDER);
  private static final Field[] TRANSACTION_MEANINGS = meanings(OF_TRANSACTION);

  private final FieldNames names = new FieldNames(IN_ORDER);
  private final FieldNames transactionNames = new FieldNames(OF_TRANSACTION);
  private final Kind[] kinds = new Kind[Field.values().length];
  private final long[] numbers = new long[kinds.length];
  private final byte[][] texts = new byte[kinds.length][];
  private final int[] offsets = new int[kinds.length];
  private final int[] lengths = new int[kinds.length];

  SourceBlock() {
    clear();
  }

  /** The names of all fields that connectors put into the block. */
  static List<String> names() {
    return IN_ORDER;
  }

  private static Field[] meanings(List<String> names) {
    return names.stream().map(SourceBlock::meaning).toArray(Field[]::new);
  }

  private static Field meaning(String name) {
    return Arrays.stream(Field.values()).filter(f -> f.json.equals(name)).findFirst().orElse(null);
  }

  void clear() {
    Arrays.fill(kinds, Kind.ABSENT);
  }

  /** Reads the block whose opening brace the cursor is at. */
  void read(JsonCursor json) throws IOException {
    read(json, names, MEANINGS);
  }

  /** Reads the block about the transaction whose opening brace the cursor is at. */
  void readTransaction(JsonCursor json) throws IOException {
    read(json, transactionNames, TRANSACTION_MEANINGS);
  }

  private void read(JsonCursor json, FieldNames known, Field[] meanings) throws IOException {
    int guess = 0;
    while (true) {
      int place = known.next(json, guess);
      if (place == FieldNames.END) {
        return;
      }
      Field field = place < 0 ? null : meanings[place];
      JsonToken token = json.next();
      if (field == null) {
        json.skip();
      } else {
        take(field.ordinal(), json, token);
      }
      guess = place < 0 ? guess : place + 1;
    }
  }

  private void take(int field, JsonCursor json, JsonToken token) throws IOException {
    if (token == JsonToken.VALUE_STRING) {
      kinds[field] = Kind.TEXT;
      texts[field] = json.text();
      offsets[field] = json.textOffset();
      lengths[field] = json.textLength();
    } else if (json.isLong()) {
      kinds[field] = Kind.NUMBER;
      numbers[field] = json.longValue();
    } else {
      kinds[field] = Kind.ABSENT;
      json.skip();
    }
  }

  boolean hasNumber(Field field) {
    return kinds[field.ordinal()] == Kind.NUMBER;
  }

  long number(Field field) {
    return numbers[field.ordinal()];
  }

  boolean hasText(Field field) {
    return kinds[field.ordinal()] == Kind.TEXT;
  }

  boolean isText(Field field, byte[] utf8) {
    int i = field.ordinal();
    return kinds[i] == Kind.TEXT
        && Arrays.equals(texts[i], offsets[i], offsets[i] + lengths[i], utf8, 0, utf8.length);
  }

  /** The bytes that hold the text of a field, from {@link #offset} for {@link #length}. */
  byte[] bytes(Field field) {
    return texts[field.ordinal()];
  }

  int offset(Field field) {
    return offsets[field.ordinal()];
  }

  int length(Field field) {
    return lengths[field.ordinal()];
  }

  /**
   * The number that a text of nothing but decimal digits says.
   *
   * @return {@link #NO_DIGITS} where the field is no such text, or the number has more than 63 bits
   */
  long digits(Field field) {
    if (!isDigits(field) || length(field) > MOST_DIGITS) {
      return NO_DIGITS;
    }
    byte[] text = bytes(field);
    long number = 0;
    for (int i = 0; i < length(field); i++) {
      number = 10 * number + text[offset(field) + i] - '0';
    }
    // Nineteen digits have at most 64 bits, of which the first is then the sign's.
    return number < 0 ? NO_DIGITS : number;
  }

  /** Whether a field is a text of decimal digits, at least one. */
  boolean isDigits(Field field) {
    return isTextBetween(field, '0', '9');
  }

  /** Whether a field is a text of ASCII characters from the first to the last, at least one. */
  boolean isTextBetween(Field field, char first, char last) {
    if (!hasText(field) || length(field) == 0) {
      return false;
    }
    byte[] text = bytes(field);
    for (int i = offset(field); i < offset(field) + length(field); i++) {
      if (text[i] < first || text[i] > last) {
        return false;
      }
    }
    return true;
  }

  String text(Field field) {
    int i = field.ordinal();
    return kinds[i] == Kind.TEXT ? new String(texts[i], offsets[i], lengths[i], UTF_8) : "";
  }
}
