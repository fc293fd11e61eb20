package io.lakeward.source;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Operation;
import java.util.Optional;
import java.util.Set;

/**
 * The format of a flow into a table that other flows write too. What columns the table gets later
 * may be another flow's, so that no change of this one speaks for them (semantics, section 11).
 *
 * @param format the flow's own
 */
public record AmongOthers(RecordFormat format) implements RecordFormat {
  public AmongOthers {
    requireNonNull(format, "format");
  }

  @Override
  public RecordDecoder decoder(Layout layout) {
    return new Decoder(format.decoder(layout), new Leaves(layout).later());
  }

  private record Decoder(RecordDecoder own, int later) implements RecordDecoder {

    @Override
    public Decoded decode(SourceRecord record) {
      Decoded decoded = own.decode(record);
      if (decoded instanceof Decoded.Changes changes) {
        changes.changes().stream()
            .filter(change -> change.operation() == Operation.UPSERT)
            .forEach(change -> change.leaves(later));
      }
      return decoded;
    }

    @Override
    public Findings findings() {
      return own.findings();
    }
  }

  @Override
  public Optional<RecordShape> declaredShape() {
    return format.declaredShape();
  }

  @Override
  public Set<String> loadTimes() {
    return format.loadTimes();
  }
}
