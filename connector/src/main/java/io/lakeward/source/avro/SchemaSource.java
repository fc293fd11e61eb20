package io.lakeward.source.avro;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.List;

/** Where schemas are looked up by their id. Immutable; two that are equal share what they found. */
public sealed interface SchemaSource extends Serializable {

  /**
   * A registry that speaks Confluent's REST API.
   *
   * @param urls its addresses, at least one; the next is asked where one does not answer
   * @param authorization the value of the header {@code Authorization}; empty for an open registry
   * @param certificates a PEM file of the authorities to trust in place of the JVM's; empty for
   *     those
   */
  record Registry(List<String> urls, String authorization, String certificates)
      implements SchemaSource {

    public Registry {
      urls = List.copyOf(urls);
      if (urls.isEmpty()) {
        throw new IllegalArgumentException("Cannot ask a registry without an address");
      }
      requireNonNull(authorization, "authorization");
      requireNonNull(certificates, "certificates");
    }

    /** Without the secret. */
    @Override
    public String toString() {
      return "registry " + urls;
    }
  }

  /**
   * A directory of files {@code <id>.avsc}.
   *
   * @param path the directory
   */
  record Directory(String path) implements SchemaSource {
    public Directory {
      requireNonNull(path, "path");
    }
  }
}
