package io.lakeward.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;

/**
 * {@link CommaFormat} by a mapping that was corrected since: what it rejects as the first field, it
 * takes for another.
 *
 * @param unknown what is not known there
 * @param meant what it stands for
 */
record CorrectedFormat(String unknown, String meant) implements RecordFormat {

  @Override
  public RecordDecoder decoder(Layout layout) {
    RecordDecoder decoder = new CommaFormat().decoder(layout);
    return record -> {
      String value = new String(record.value(), UTF_8);
      return decoder.decode(
          value.startsWith(unknown + ",")
              ? record.holding(
                  record.key(),
                  (meant + value.substring(unknown.length())).getBytes(UTF_8),
                  record.headers())
              : record);
    };
  }
}
