package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.SchemaRegistry;
import io.lakeward.mapping.SchemaRegistry.Login;
import io.lakeward.mapping.Secret;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** {@code source.schema_registry}: where Avro schemas are looked up. */
final class RegistrySection {
  private RegistrySection() {}

  /** A wrong address may have a password in it, so it is not shown. */
  private static final Kind<List<String>> ADDRESSES =
      (value, reading) -> {
        Optional<List<String>> urls =
            Scalars.SCALAR
                .read(value, reading)
                .map(Value.Text::value)
                .map(RegistrySection::addresses);
        if (urls.isPresent() && urls.get().contains("")) {
          reading
              .problems()
              .add(
                  value.place(),
                  "expected an address such as http://localhost:8081, or several with commas"
                      + " between them, without user, password and query",
                  "Write username and password beside url");
          return Optional.empty();
        }
        return urls;
      };

  private static final Key<List<String>> URL = new Key<>("url", ADDRESSES);
  private static final Key<String> USERNAME = new Key<>("username", Scalars.TEXT);
  private static final Key<Secret> PASSWORD = new Key<>("password", Scalars.SECRET);
  private static final Key<Secret> TOKEN = new Key<>("token", Scalars.SECRET);
  private static final Key<String> CERTIFICATES = new Key<>("certificates", Scalars.PATH);
  private static final Key<String> DIRECTORY = new Key<>("directory", Scalars.PATH);

  /** The keys of the section. */
  static final List<Key<?>> KEYS = List.of(URL, USERNAME, PASSWORD, TOKEN, CERTIFICATES, DIRECTORY);

  static Optional<SchemaRegistry> read(Section section) {
    section.atMostOne(ErrorCode.MAPPING_INVALID, URL, DIRECTORY);
    section.atMostOne(ErrorCode.MAPPING_INVALID, USERNAME, TOKEN);
    Optional<String> directory = section.get(DIRECTORY);
    if (section.has(DIRECTORY)) {
      return directory.map(SchemaRegistry.Directory::new);
    }
    Optional<List<String>> urls = section.require(URL);
    Login login = login(section);
    Optional<String> certificates = section.get(CERTIFICATES);
    return urls.map(all -> new SchemaRegistry.Http(all, login, certificates));
  }

  private static Login login(Section section) {
    Optional<String> username = section.get(USERNAME);
    Optional<Secret> password = section.get(PASSWORD);
    if (section.has(USERNAME) != section.has(PASSWORD)) {
      section.report(USERNAME, "username and password go together", "");
    }
    Optional<Login> bearer = section.get(TOKEN).map(Login.Bearer::new);
    Optional<Login> basic = username.flatMap(u -> password.map(p -> new Login.Basic(u, p)));
    return bearer.or(() -> basic).orElse(new Login.Anonymous());
  }

  private static List<String> addresses(String text) {
    return Arrays.stream(text.split(",", -1)).map(RegistrySection::address).toList();
  }

  /** Empty for what is none; secrets belong into their own keys, where nothing shows them. */
  private static String address(String text) {
    try {
      URI uri = URI.create(text.strip());
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      return web && uri.getHost() != null && uri.getUserInfo() == null && uri.getQuery() == null
          ? uri.toString().replaceFirst("/+$", "")
          : "";
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
