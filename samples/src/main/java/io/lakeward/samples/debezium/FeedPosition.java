package io.lakeward.samples.debezium;

import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** How far a feed has come; written by the engine's thread, read by others. */
final class FeedPosition {

  private long lsn;
  private boolean streaming;
  private int incrementalSnapshots;

  synchronized void advance(SourceRecord record, String notifications) {
    if (record.topic().equals(notifications)) {
      notice((Struct) record.value());
    } else if (record.value() instanceof Struct envelope
        && envelope.schema().field("source") != null) {
      Long reached = envelope.getStruct("source").getInt64("lsn");
      if (reached != null) {
        lsn = Math.max(lsn, reached);
      }
    }
    notifyAll();
  }

  private void notice(Struct notification) {
    boolean completed = "COMPLETED".equals(notification.getString("type"));
    switch (notification.getString("aggregate_type")) {
      case "Initial Snapshot" -> streaming |= completed;
      case "Incremental Snapshot" -> incrementalSnapshots += completed ? 1 : 0;
      default -> {
        // Other notices are not about progress.
      }
    }
  }

  synchronized long lsn() {
    return lsn;
  }

  synchronized boolean streaming() {
    return streaming;
  }

  synchronized int incrementalSnapshots() {
    return incrementalSnapshots;
  }
}
