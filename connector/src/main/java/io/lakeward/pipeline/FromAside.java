package io.lakeward.pipeline;

import io.lakeward.lake.LakeTable;
import io.lakeward.source.Layout;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;

/**
 * Records that were set aside and come once more. They lie behind the offsets of their flow, which
 * they leave as they are; those that are rejected again stand aside already.
 *
 * @param records how many there are
 */
record FromAside(long records) implements Arrival {

  @Override
  public OptionalLong mostRecords() {
    return OptionalLong.of(records);
  }

  @Override
  public Map<String, Map<Integer, Long>> applied(Optional<LakeTable> table) {
    return Map.of();
  }

  @Override
  public void requireMayReject(DecodeReport report) {}

  @Override
  public long setAside(
      SparkSession session, Optional<LakeTable> table, Layout layout, DecodeReport report) {
    return 0;
  }

  @Override
  public Optional<String> reached(LakeTable table) {
    return Optional.empty();
  }
}
