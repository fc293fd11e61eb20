package io.lakeward.samples.shop;

import java.nio.file.Path;

/**
 * What a demo is asked to do, and where.
 *
 * @param seconds how long the workload is planned to last
 * @param rate the row changes a second
 * @param seed where all that is random comes from
 * @param directory holds everything
 * @param launcher starts the connector
 */
record Settings(int seconds, int rate, long seed, Path directory, Path launcher) {

  Path warehouse() {
    return directory.resolve("lake");
  }

  Path checkpoint() {
    return directory.resolve("checkpoints");
  }

  Path mapping() {
    return directory.resolve("shop.yaml");
  }

  Path connectorLog() {
    return directory.resolve("connector.log");
  }
}
