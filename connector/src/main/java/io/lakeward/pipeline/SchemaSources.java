package io.lakeward.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.mapping.SchemaRegistry;
import io.lakeward.mapping.SchemaRegistry.Login;
import io.lakeward.source.avro.SchemaSource;
import java.util.Base64;

/** Where schemas are looked up, as the mapping says it. */
final class SchemaSources {
  private SchemaSources() {}

  static SchemaSource of(SchemaRegistry registry) {
    if (registry instanceof SchemaRegistry.Http http) {
      return new SchemaSource.Registry(
          http.urls(), authorization(http.login()), http.certificates().orElse(""));
    }
    return new SchemaSource.Directory(((SchemaRegistry.Directory) registry).path());
  }

  private static String authorization(Login login) {
    if (login instanceof Login.Bearer bearer) {
      return "Bearer " + bearer.token().reveal();
    } else if (login instanceof Login.Basic basic) {
      String pair = basic.username() + ":" + basic.password().reveal();
      return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    }
    return "";
  }
}
