package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/** Where the schema of an Avro record is looked up by its id. */
public sealed interface SchemaRegistry {

  /**
   * A registry that speaks Confluent's REST API.
   *
   * @param urls its base addresses, at least one; the next is asked where one does not answer
   * @param login who asks
   * @param certificates a PEM file of the authorities to trust, absolute; empty for the JVM's
   */
  record Http(List<String> urls, Login login, Optional<String> certificates)
      implements SchemaRegistry {
    public Http {
      urls = Checks.notEmpty(urls, "urls");
      requireNonNull(login, "login");
      requireNonNull(certificates, "certificates");
    }
  }

  /**
   * A directory of files {@code <id>.avsc}.
   *
   * @param path the directory, absolute
   */
  record Directory(String path) implements SchemaRegistry {
    public Directory {
      Checks.text(path, "path");
    }
  }

  /** Who asks a registry. */
  sealed interface Login {

    /** Nobody in particular. */
    record Anonymous() implements Login {}

    /**
     * Basic authentication.
     *
     * @param username the name
     * @param password the password
     */
    record Basic(String username, Secret password) implements Login {
      public Basic {
        Checks.text(username, "username");
        requireNonNull(password, "password");
      }
    }

    /**
     * Bearer authentication.
     *
     * @param token the token
     */
    record Bearer(Secret token) implements Login {
      public Bearer {
        requireNonNull(token, "token");
      }
    }
  }
}
