package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.snapshot.Snapshot;
import io.lakeward.source.snapshot.Version;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.spark.sql.types.DataType;

/**
 * Which snapshots of a flow are in its table: the highest version, and the latest of those below it
 * that the source still has. Every commit says so, so that no more are kept than {@link
 * #MOST_KEPT}: what lies before them counts as applied, since it could not be applied any more.
 *
 * @param count how many were applied in all
 * @param listing whether there are more than are listed
 * @param versions those that are known by version, highest last; none before the first
 */
record SnapshotProgress(long count, Listing listing, List<Version> versions) {

  /** Whether there were more versions than are listed. */
  enum Listing {
    /** All that the source had are listed. */
    ALL,
    /** What the source had before the listed ones is in the table too. */
    LATEST
  }

  static final int MOST_KEPT = 200;

  static final SnapshotProgress NONE = new SnapshotProgress(0, Listing.ALL, List.of());

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String COUNT = "snapshots";
  private static final String TYPE = "type";
  private static final String VERSIONS = "versions";
  private static final String LISTING = "listing";

  SnapshotProgress {
    requireNonNull(listing, "listing");
    versions = List.copyOf(versions);
  }

  /** Reads {@link #json}. */
  static SnapshotProgress parse(String json) {
    try {
      JsonNode node = MAPPER.readTree(json);
      DataType type = DataType.fromDDL(node.path(TYPE).asText());
      List<Version> versions = new ArrayList<>();
      node.path(VERSIONS).forEach(text -> versions.add(Version.parse(text.asText(), type)));
      Listing listing = Listing.valueOf(node.path(LISTING).asText());
      return new SnapshotProgress(node.path(COUNT).asLong(), listing, versions);
    } catch (Exception e) {
      // Scala does not declare that it throws ParseException.
      throw LakewardException.of(ErrorCode.OFFSETS_UNREADABLE)
          .fact("progress", json)
          .fact("problem", "these are no versions of snapshots: the flow read something else")
          .advice(
              "give the flow of snapshots a `name` of its own, or build the table anew with `refresh"
                  + " --force`")
          .cause(e)
          .build();
    }
  }

  /** The highest version; empty before the first. */
  Optional<Version> highest() {
    return versions.isEmpty() ? Optional.empty() : Optional.of(versions.get(versions.size() - 1));
  }

  /** Whether the snapshot of a version is in the table. */
  boolean holds(Version version) {
    return versions.contains(version)
        || (listing == Listing.LATEST
            && version.type().equals(versions.get(0).type())
            && version.compareTo(versions.get(0)) < 0);
  }

  /**
   * The same with one more.
   *
   * @param version above the highest
   * @param there the versions that the source has now; others are forgotten
   */
  SnapshotProgress plus(Version version, Collection<Version> there) {
    TreeSet<Version> known = new TreeSet<>(versions);
    known.retainAll(there);
    known.add(version);
    Listing kept = known.size() > MOST_KEPT ? Listing.LATEST : listing;
    while (known.size() > MOST_KEPT) {
      known.pollFirst();
    }
    return new SnapshotProgress(count + 1, kept, List.copyOf(known));
  }

  /**
   * What the source no longer has of all that was applied, for people.
   *
   * @param there the snapshots that it has
   */
  List<String> missing(Collection<Snapshot> there) {
    long held = there.stream().filter(snapshot -> holds(snapshot.version())).count();
    return held >= count ? List.of() : List.of("%d of %d snapshots".formatted(count - held, count));
  }

  /** As text, to be kept with the table. */
  String json() {
    ObjectNode node = MAPPER.createObjectNode();
    node.put(COUNT, count);
    node.put(LISTING, listing.name());
    node.put(TYPE, highest().orElseThrow().type().sql());
    ArrayNode texts = node.putArray(VERSIONS);
    versions.forEach(version -> texts.add(version.text()));
    return node.toString();
  }
}
