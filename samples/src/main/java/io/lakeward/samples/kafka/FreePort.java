package io.lakeward.samples.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds ports of the loopback interface on which nothing listens. */
final class FreePort {

  private FreePort() {}

  /** Two different free ports: both are held until both are known. */
  static int[] two() {
    try (ServerSocket first = open();
        ServerSocket second = open()) {
      return new int[] {first.getLocalPort(), second.getLocalPort()};
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot find a free port", e);
    }
  }

  private static ServerSocket open() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }
}
