package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.UTF8StreamJsonParser;
import io.lakeward.row.ValueRefused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A forward cursor over the JSON of one record. Text is handed out as a slice of the record's own
 * bytes wherever it has no escapes. Reused for all records of a task; not thread safe.
 */
public final class JsonCursor implements AutoCloseable {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(150_000)
                  .build())
          .build();

  private JsonParser parser;
  private byte[] bytes;
  private int from;
  private int to;
  private byte[] text;
  private int textOffset;
  private int textLength;
  private byte[] scratch = new byte[64];

  /**
   * Starts at a value.
   *
   * @param record the record's bytes
   * @param start where the value begins
   * @param end where the record's bytes end
   */
  public JsonCursor open(byte[] record, int start, int end) throws IOException {
    this.bytes = record;
    this.from = start;
    this.to = end;
    this.parser = FACTORY.createParser(record, start, end - start);
    if (!(parser instanceof UTF8StreamJsonParser)) {
      throw new JsonParseException(parser, "the bytes are not UTF-8");
    }
    return this;
  }

  /** A second cursor over the same record, at a value that begins there. */
  JsonCursor again(int start) throws IOException {
    return new JsonCursor().open(bytes, start, to);
  }

  /** Lets go of the record; learnt field names are kept for the next. */
  @Override
  public void close() {
    if (parser != null) {
      try {
        parser.close();
      } catch (IOException e) {
        throw new AssertionError("a parser of an array closes nothing", e);
      }
      parser = null;
    }
  }

  /** Moves to the next token; null after the end. */
  public JsonToken next() throws IOException {
    JsonToken token = parser.nextToken();
    if (token == JsonToken.VALUE_STRING) {
      findText();
    }
    return token;
  }

  /** The token the cursor is at. */
  public JsonToken token() {
    return parser.currentToken();
  }

  /** Moves on, and says whether to a field of this name. */
  boolean nextIsField(SerializableString name) throws IOException {
    return parser.nextFieldName(name);
  }

  /** The name of the field the cursor is at. */
  public String name() throws IOException {
    return parser.currentName();
  }

  /** Skips the value the cursor is at, to its end. */
  public void skip() throws IOException {
    parser.skipChildren();
  }

  /** The record's bytes. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where the token begins in the record's bytes. */
  public int tokenStart() {
    return from + (int) parser.currentTokenLocation().getByteOffset();
  }

  /** Where the cursor is in the record's bytes: behind the token, if that is a brace. */
  public int position() {
    return from + (int) parser.currentLocation().getByteOffset();
  }

  /** The bytes that hold the text of the token. */
  public byte[] text() {
    return text;
  }

  /** Where the text begins in {@link #text}. */
  public int textOffset() {
    return textOffset;
  }

  /** The length of the text in bytes. */
  public int textLength() {
    return textLength;
  }

  /** Where the text's token ends in the record's bytes: behind its closing quote. */
  public int textEnd() {
    return text == bytes ? textOffset + textLength + 1 : position();
  }

  /** The text as a string, for values that are rare or short. */
  public String textString() {
    return new String(text, textOffset, textLength, StandardCharsets.UTF_8);
  }

  /** Whether the token is a whole number of at most 64 bits. */
  public boolean isLong() throws IOException {
    return token() == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
  }

  /** The whole number the cursor is at. */
  public long longValue() throws IOException {
    return parser.getLongValue();
  }

  /** Jackson's parser, for other numbers. */
  JsonParser parser() {
    return parser;
  }

  /** A buffer of at least this size for the reader that asks; its content does not last. */
  byte[] scratch(int size) {
    if (scratch.length < size) {
      scratch = new byte[Math.max(size, 2 * scratch.length)];
    }
    return scratch;
  }

  /** The refusal of the token as a value of this kind. */
  public ValueRefused refused(String kind) throws IOException {
    return switch (token()) {
      case START_OBJECT -> ValueRefused.of("{…}", kind);
      case START_ARRAY -> ValueRefused.of("[…]", kind);
      default -> ValueRefused.of(parser.getText(), kind);
    };
  }

  /** Where the cursor is, for an error of the parser's kind. */
  public JsonLocation location() {
    return parser.currentLocation();
  }

  /** What is broken in the record, and at which byte, for people. */
  public String describe(JsonProcessingException error) {
    long offset = error.getLocation() == null ? -1 : error.getLocation().getByteOffset();
    String message = String.valueOf(error.getOriginalMessage());
    // Jackson adds where the object began, in terms of a source that it does not show.
    int noise = message.indexOf(" (start marker at");
    return (noise < 0 ? message : message.substring(0, noise))
        + ", at byte "
        + (offset < 0 ? to : from + offset);
  }

  /**
   * The bytes of decoded text.
   *
   * @throws JsonParseException where the text holds half of a surrogate pair: UTF-8 has no bytes
   *     for it, and two such texts would become one
   */
  byte[] utf8Of(String decoded) throws JsonParseException {
    for (int i = 0; i < decoded.length(); i++) {
      char c = decoded.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      boolean paired =
          i + 1 < decoded.length() && Character.isSurrogatePair(c, decoded.charAt(i + 1));
      if (!paired) {
        throw notUnicode();
      }
      i++;
    }
    return decoded.getBytes(StandardCharsets.UTF_8);
  }

  private JsonParseException notUnicode() {
    return new JsonParseException(parser, "the text is not valid Unicode");
  }

  /**
   * Text ends at its quote. Only text with escapes is decoded; the parser still checks all of it
   * when it moves on, but lets bytes pass that are not quite UTF-8.
   */
  private void findText() throws IOException {
    int start = tokenStart() + 1;
    int at = start;
    byte[] record = bytes;
    int end = to;
    int seen = 0;
    while (at < end) {
      byte b = record[at];
      if (b == '"') {
        text = record;
        textOffset = start;
        textLength = at - start;
        if (seen < 0 && !UTF8String.fromBytes(record, start, textLength).isValid()) {
          throw notUnicode();
        }
        return;
      } else if (b == '\\') {
        break;
      }
      seen |= b;
      at++;
    }
    text = utf8Of(parser.getText());
    textOffset = 0;
    textLength = text.length;
  }
}
