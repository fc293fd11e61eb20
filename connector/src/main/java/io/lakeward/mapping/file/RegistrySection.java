package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.SchemaRegistry;
import io.lakeward.mapping.Secret;
import java.util.List;
import java.util.Optional;

/** {@code source.schema_registry}: where Avro schemas are looked up. */
final class RegistrySection {
  private RegistrySection() {}

  private static final Key<String> URL = new Key<>("url", Scalars.TEXT);
  private static final Key<String> USERNAME = new Key<>("username", Scalars.TEXT);
  private static final Key<Secret> PASSWORD = new Key<>("password", Scalars.SECRET);
  private static final Key<String> DIRECTORY = new Key<>("directory", Scalars.PATH);

  /** The keys of the section. */
  static final List<Key<?>> KEYS = List.of(URL, USERNAME, PASSWORD, DIRECTORY);

  static Optional<SchemaRegistry> read(Section section) {
    section.atMostOne(ErrorCode.MAPPING_INVALID, URL, DIRECTORY);
    Optional<String> directory = section.get(DIRECTORY);
    if (section.has(DIRECTORY)) {
      return directory.map(SchemaRegistry.Directory::new);
    }
    Optional<String> url = section.require(URL);
    Optional<String> username = section.get(USERNAME);
    Optional<Secret> password = section.get(PASSWORD);
    if (section.has(USERNAME) != section.has(PASSWORD)) {
      section.report(USERNAME, "username and password go together", "");
    }
    Optional<SchemaRegistry.Login> login =
        username.flatMap(u -> password.map(p -> new SchemaRegistry.Login(u, p)));
    return url.map(u -> new SchemaRegistry.Http(u, login));
  }
}
