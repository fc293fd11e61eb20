package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** Where the schema of an Avro record is looked up by its id. */
public sealed interface SchemaRegistry {

  /**
   * A registry that speaks Confluent's REST API.
   *
   * @param url the base address
   * @param login who asks; empty for an open registry
   */
  record Http(String url, Optional<Login> login) implements SchemaRegistry {
    public Http {
      Checks.text(url, "url");
      requireNonNull(login, "login");
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

  /**
   * Name and password for basic authentication.
   *
   * @param username the name
   * @param password the password
   */
  record Login(String username, Secret password) {
    public Login {
      Checks.text(username, "username");
      requireNonNull(password, "password");
    }
  }
}
