package io.lakeward.samples.shop.connector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The mapping file of a pipeline.
 *
 * @param bootstrapServers where the topics are
 * @param namespace the lake's namespace
 * @param warehouse the lake's directory
 * @param checkpoint the directory of the checkpoints
 * @param topics the topic of each target table
 */
public record Mapping(
    String bootstrapServers,
    String namespace,
    Path warehouse,
    Path checkpoint,
    Map<String, String> topics) {

  /** Writes the file. */
  public void write(Path file) throws IOException {
    StringBuilder yaml =
        new StringBuilder(
            """
            pipeline: shop
            source:
              kafka:
                bootstrap_servers: "%s"
              format: debezium-json
            lake:
              catalog:
                name: lake
                type: local
                warehouse: %s
              namespace: %s
            run:
              trigger: 1 second
              checkpoint: %s
            tables:
            """
                .formatted(bootstrapServers, quoted(warehouse), namespace, quoted(checkpoint)));
    topics.forEach(
        (table, topic) -> yaml.append("  - target: %s\n    topic: %s\n".formatted(table, topic)));
    Files.writeString(file, yaml.toString());
  }

  private static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
