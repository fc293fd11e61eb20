package io.lakeward.samples.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;

/**
 * Files of captured records, one JSON object a line, as {@code kcat -C -J} prints them. Each topic
 * has one partition; headers are what Connect makes of them by default. Thread safe.
 */
public final class CaptureFiles {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path directory;
  private final RecordEncoding encoding;
  private final SimpleHeaderConverter headers = new SimpleHeaderConverter();
  private final Map<String, Long> offsets = new HashMap<>();
  private Path file;

  /** Writes into a directory, which is made, once a file is named. */
  public CaptureFiles(Path directory, RecordEncoding encoding) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.encoding = encoding;
  }

  /** Writes into this file from here on. */
  public synchronized void turnTo(String name) {
    file = directory.resolve(name);
  }

  /** Appends a record. */
  public synchronized void write(SourceRecord record) {
    ObjectNode line = MAPPER.createObjectNode();
    line.put("topic", record.topic());
    line.put("partition", 0);
    line.put("offset", offsets.merge(record.topic(), 1L, Long::sum) - 1);
    line.put("tstype", "create");
    line.put("ts", System.currentTimeMillis());
    if (!record.headers().isEmpty()) {
      line.set("headers", headers(record));
    }
    encoding.put(line, "key", record.topic(), record.keySchema(), record.key());
    encoding.put(line, "payload", record.topic(), record.valueSchema(), record.value());
    try {
      Files.writeString(
          file,
          MAPPER.writeValueAsString(line) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ArrayNode headers(SourceRecord record) {
    ArrayNode written = MAPPER.createArrayNode();
    for (Header header : record.headers()) {
      byte[] value =
          headers.fromConnectHeader(record.topic(), header.key(), header.schema(), header.value());
      written.add(header.key()).add(value == null ? null : new String(value, UTF_8));
    }
    return written;
  }
}
