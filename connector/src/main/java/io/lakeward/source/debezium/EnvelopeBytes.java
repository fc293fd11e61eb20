package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;

/**
 * The parts of an envelope as they are found, and the JSON of the whole. Reused; not thread safe.
 */
final class EnvelopeBytes {

  private final Part row = new Part();
  private final Part source = new Part();
  private final Part transaction = new Part();
  private final Part times = new Part();
  private final Set<String> inSource = new HashSet<>();
  private final ByteArrayOutputStream whole = new ByteArrayOutputStream();

  /** The members of an object, without its braces. */
  private static final class Part {
    private final ByteArrayOutputStream members = new ByteArrayOutputStream();

    void add(String name, byte[] value, int start, int length) {
      comma();
      members.write('"');
      members.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(name));
      members.write('"');
      members.write(':');
      members.write(value, start, length);
    }

    void writeTo(ByteArrayOutputStream out) {
      try {
        members.writeTo(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // memory takes all bytes
      }
    }

    void addMember(byte[] value, int start, int length) {
      comma();
      members.write(value, start, length);
    }

    private void comma() {
      if (members.size() > 0) {
        members.write(',');
      }
    }
  }

  void clear() {
    for (Part part : new Part[] {row, source, transaction, times}) {
      part.members.reset();
    }
    inSource.clear();
  }

  /** Adds a column as it stands in the record, its name and its value. */
  void addColumn(byte[] record, int start, int length) {
    row.addMember(record, start, length);
  }

  void addToSource(String name, byte[] json, int start, int length) {
    source.add(name, json, start, length);
    inSource.add(name);
  }

  void addToTransaction(String name, byte[] json, int start, int length) {
    transaction.add(name, json, start, length);
  }

  void addTime(String name, byte[] json, int start, int length) {
    times.add(name, json, start, length);
  }

  /** Whether the source block is without any of it. */
  boolean hasNoSource() {
    return inSource.isEmpty();
  }

  /**
   * The JSON of the envelope.
   *
   * @param before what stands before it: its schema, or nothing
   * @param op the operation's letter; the row is the one before the change where it is {@code d}
   * @param after what stands behind it
   */
  byte[] of(byte[] before, String op, byte[] after) {
    inferConnector();
    whole.reset();
    whole.writeBytes(before);
    text("{");
    if (row.members.size() > 0) {
      text(op.equals("d") ? "\"before\":{" : "\"before\":null,\"after\":{");
      row.writeTo(whole);
      text(op.equals("d") ? "},\"after\":null" : "}");
    } else {
      text("\"before\":null,\"after\":null");
    }
    text(",\"source\":{");
    source.writeTo(whole);
    text("}");
    if (transaction.members.size() > 0) {
      text(",\"transaction\":{");
      transaction.writeTo(whole);
      text("}");
    }
    text(",\"op\":\"" + new String(JsonStringEncoder.getInstance().quoteAsString(op)) + "\"");
    if (times.members.size() > 0) {
      text(",");
      times.writeTo(whole);
    }
    text("}");
    whole.writeBytes(after);
    return whole.toByteArray();
  }

  /** Each connector has fields that no other has. */
  private void inferConnector() {
    if (inSource.contains("connector")) {
      return;
    }
    String connector = "";
    if (inSource.contains("begin_lsn")) {
      connector = "informix";
    } else if (inSource.contains("vgtid")) {
      connector = "vitess";
    } else if (inSource.contains("server_transaction_id")) {
      connector = "spanner";
    } else if (inSource.contains("ord")) {
      connector = "mongodb";
    } else if (inSource.contains("commit_lsn")) {
      connector = "sqlserver";
    } else if (inSource.contains("lsn") || inSource.contains("sequence")) {
      connector = "postgresql";
    } else if (inSource.contains("commit_scn")) {
      connector = "oracle";
    } else if (inSource.contains("file") && inSource.contains("pos")) {
      connector = "mysql";
    }
    if (!connector.isEmpty()) {
      byte[] json = ("\"" + connector + "\"").getBytes(UTF_8);
      source.add("connector", json, 0, json.length);
    }
  }

  private void text(String json) {
    whole.writeBytes(json.getBytes(UTF_8));
  }
}
