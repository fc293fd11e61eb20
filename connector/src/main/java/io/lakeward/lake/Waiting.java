package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Upserts in the table that came from another key without saying from which, and wait for the
 * delete of the same sequence (semantics, section 3, "Key changes"). Kept in a property of the
 * table, since no key leads to them: the delete has another one.
 *
 * @param upserts in the order in which they came
 */
public record Waiting(List<Upsert> upserts) implements Serializable {

  /** Nothing waits. */
  public static final Waiting NONE = new Waiting(List.of());

  /**
   * An upsert that waits.
   *
   * @param sequence its encoded sequence
   * @param key the canonical bytes of its own key
   * @param since when it was applied
   */
  public record Upsert(byte[] sequence, byte[] key, Instant since) implements Serializable {
    public Upsert {
      requireNonNull(sequence, "sequence");
      requireNonNull(key, "key");
      requireNonNull(since, "since");
    }
  }

  public Waiting {
    upserts = List.copyOf(upserts);
  }

  /** Those that match. */
  public Waiting filter(Predicate<Upsert> wanted) {
    return new Waiting(upserts.stream().filter(wanted).toList());
  }

  /** With more of them. */
  public Waiting plus(List<Upsert> more) {
    List<Upsert> all = new ArrayList<>(upserts);
    all.addAll(more);
    return new Waiting(all);
  }

  /** Those younger than a limit: older deletes are forgotten as well. */
  public Waiting youngerThan(Optional<Duration> limit, Instant now) {
    return limit.isEmpty()
        ? this
        : filter(upsert -> now.isBefore(upsert.since().plus(limit.get())));
  }

  /** Whether nothing waits. */
  public boolean isEmpty() {
    return upserts.isEmpty();
  }

  /** Reads {@link #encode}; empty text for nothing. */
  static Waiting parse(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    byte[] deflated = Base64.getDecoder().decode(text);
    List<Upsert> upserts = new ArrayList<>();
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(deflated)))) {
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        byte[] sequence = in.readNBytes(in.readInt());
        byte[] key = in.readNBytes(in.readInt());
        upserts.add(new Upsert(sequence, key, Instant.ofEpochSecond(in.readLong())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Waiting(upserts);
  }

  /** As the value of a table property. Neighbours share most of their bytes, so it is deflated. */
  String encode() {
    if (isEmpty()) {
      return "";
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      out.writeInt(upserts.size());
      for (Upsert upsert : upserts) {
        out.writeInt(upsert.sequence().length);
        out.write(upsert.sequence());
        out.writeInt(upsert.key().length);
        out.write(upsert.key());
        out.writeLong(upsert.since().getEpochSecond());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
