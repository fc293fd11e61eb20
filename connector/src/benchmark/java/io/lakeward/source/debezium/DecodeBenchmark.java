package io.lakeward.source.debezium;

import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.SourceRecord;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How many records a second one core decodes, key and value, to rows of eight columns. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(1)
public class DecodeBenchmark {

  /** The names of {@link CustomerRecords}: in what form records come. */
  @Param({"WITHOUT_SCHEMA", "EMBEDDED_SCHEMA", "FLATTENED", "AVRO"})
  public String form;

  private List<SourceRecord> records;
  private RecordDecoder decoder;
  private int next;

  /** Makes records, and finds the layout that they ask for. */
  @Setup
  public void make() {
    CustomerRecords kind = CustomerRecords.valueOf(form);
    records = kind.make();
    RecordFormat format = kind.format();
    if (!(format.decoder(Layout.NONE).decode(records.get(0)) instanceof Decoded.Unfit unfit)) {
      throw new AssertionError(format.decoder(Layout.NONE).decode(records.get(0)));
    }
    decoder = format.decoder(Events.layoutOf(unfit.shape()));
  }

  /** Decodes one record. */
  @Benchmark
  public Decoded decode() {
    SourceRecord record = records.get(next);
    next = next + 1 == records.size() ? 0 : next + 1;
    Decoded decoded = decoder.decode(record);
    if (!(decoded instanceof Decoded.Changes)) {
      throw new AssertionError(decoded);
    }
    return decoded;
  }
}
