package io.lakeward.it.changes;

import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.kafka.SharedBroker;
import io.lakeward.it.kafka.Topic;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.postgres.Envelope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Episodes played together, each as a table of one pipeline. */
final class Performance {

  private final PipelineFile file;
  private final List<Run> runs;

  private Performance(PipelineFile file, List<Run> runs) {
    this.file = file;
    this.runs = runs;
  }

  static Performance of(Path directory, List<Episode> episodes) {
    SharedBroker broker = SharedBroker.get();
    PipelineFile file = PipelineFile.ofKafka(directory, broker.bootstrapServers(), 10_000);
    Map<String, Topic> topics = new LinkedHashMap<>();
    for (Episode episode : episodes) {
      for (Envelope envelope : episode.envelopes()) {
        String table = table(episode, envelope);
        Topic topic = broker.createTopic("shop.public." + table, Episode.PARTITIONS);
        topics.put(table, topic);
        file.table(table, keys(episode, envelope, topic));
      }
    }
    Path mapping = file.write();
    int rounds = episodes.stream().mapToInt(Episode::rounds).max().orElseThrow();
    List<Run> runs = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (Episode episode : episodes) {
        for (Envelope envelope : episode.envelopes()) {
          send(topics.get(table(episode, envelope)), episode, round, envelope);
        }
      }
      runs.add(Run.attempt(mapping));
    }
    return new Performance(file, runs);
  }

  static String table(Episode episode, Envelope envelope) {
    return episode.name() + (envelope == Envelope.WITH_SCHEMA ? "" : "_plain");
  }

  List<Run> runs() {
    return runs;
  }

  Lake lake() {
    return Lake.open(file.warehouse(), PipelineFile.NAMESPACE);
  }

  /** Records without a schema are read with the last version of the columns. */
  private static String[] keys(Episode episode, Envelope envelope, Topic topic) {
    return envelope == Envelope.WITH_SCHEMA
        ? new String[] {"topic: " + topic.name()}
        : new String[] {
          "topic: " + topic.name(),
          "schema: \"" + episode.database().schema(episode.name()).ddl() + "\""
        };
  }

  private static void send(Topic topic, Episode episode, int round, Envelope envelope) {
    episode
        .messages(round, envelope)
        .forEach(
            (partition, messages) -> {
              if (Episode.isByKey(partition)) {
                topic.send(messages);
              } else {
                topic.sendTo(partition, messages);
              }
            });
  }
}
