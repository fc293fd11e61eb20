package io.lakeward.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.source.Adapters.Adapter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each adapter reads 100,000 records of which bytes were changed: none throws, and each record ends
 * in one way.
 */
class FuzzTest {

  private static final int RECORDS = 100_000;
  private static final long SEED = 20261130;
  private static final String MARKS = "{}[]\",:0-e.\\ntu";

  @RegisterExtension static final TestCompiler COMPILER = new TestCompiler();
  @TempDir private static Path schemas;

  static List<Adapter> adapters() {
    return new Adapters(COMPILER.get(), schemas).all();
  }

  private enum End {
    CHANGES,
    SKIPPED,
    REJECTED,
    UNFIT
  }

  @ParameterizedTest
  @MethodSource("adapters")
  void everyRecordEndsInOneWay(Adapter adapter) {
    byte[] sound = adapter.upsert().value();
    RecordDecoder decoder = adapter.format().decoder(adapter.layout());
    byte[] soundKey = adapter.upsert().key();
    assertThat(end(decoder, sound, soundKey)).isEqualTo(End.CHANGES);
    Random random = new Random(SEED);
    Map<End, Integer> ends = new EnumMap<>(End.class);
    for (int i = 0; i < RECORDS; i++) {
      byte[] record = changed(sound, random);
      try {
        ends.merge(end(decoder, record, key(soundKey, random)), 1, Integer::sum);
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + SEED + ", record " + new String(record, UTF_8), e);
      }
    }
    assertThat(ends.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(RECORDS);
    assertThat(ends.get(End.REJECTED)).as("%s", ends).isGreaterThan(RECORDS / 10);
    assertThat(ends.get(End.CHANGES)).as("%s", ends).isGreaterThan(RECORDS / 100);
    assertThat(end(decoder, sound, soundKey)).as("after all of them").isEqualTo(End.CHANGES);
  }

  private static byte[] changed(byte[] sound, Random random) {
    byte[] record = sound.clone();
    for (int change = random.nextInt(3); change >= 0; change--) {
      int at = random.nextInt(record.length);
      record[at] =
          switch (random.nextInt(4)) {
            case 0 -> (byte) random.nextInt(256);
            case 1 -> (byte) MARKS.charAt(random.nextInt(MARKS.length()));
            default -> record[random.nextInt(record.length)];
          };
    }
    return random.nextInt(20) == 0
        ? java.util.Arrays.copyOf(record, random.nextInt(record.length))
        : record;
  }

  private static byte[] key(byte[] sound, Random random) {
    if (random.nextInt(50) > 0) {
      return sound;
    } else if (random.nextBoolean()) {
      return changed(sound, random);
    }
    byte[] key = new byte[random.nextInt(12)];
    random.nextBytes(key);
    if (key.length > 0 && random.nextBoolean()) {
      key[0] = 0;
    }
    return key;
  }

  private static End end(RecordDecoder decoder, byte[] value, byte[] key) {
    Decoded decoded = decoder.decode(record(value, key));
    if (decoded instanceof Decoded.Changes) {
      return End.CHANGES;
    } else if (decoded instanceof Decoded.Skipped) {
      return End.SKIPPED;
    }
    return decoded instanceof Decoded.Rejected ? End.REJECTED : End.UNFIT;
  }

  private static SourceRecord record(byte[] value, byte[] key) {
    return new SourceRecord().at("t", 0, 1, 1).holding(key, value, SourceRecord.Headers.NONE);
  }
}
