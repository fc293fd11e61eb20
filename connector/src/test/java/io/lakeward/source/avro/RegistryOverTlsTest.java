package io.lakeward.source.avro;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry behind TLS whose authority is none of the JVM's. */
class RegistryOverTlsTest {

  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private static Path directory;
  private static HttpsServer server;
  private static Path authority;
  private static Path stranger;

  @BeforeAll
  static void serve() throws Exception {
    KeyStore keys = newKeys("registry");
    authority = pem("registry", keys);
    stranger = pem("stranger", newKeys("stranger"));
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    byte[] answer = "{\"schema\":\"\\\"int\\\"\"}".getBytes(UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
  }

  /** Keys and a certificate for the loopback address, signed by themselves. */
  private static KeyStore newKeys(String name) throws Exception {
    Path file = directory.resolve(name + ".p12");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            name,
            "-keyalg",
            "EC",
            "-dname",
            "CN=" + name,
            "-ext",
            "san=ip:127.0.0.1",
            "-validity",
            "2",
            "-storetype",
            "PKCS12",
            "-keystore",
            file.toString(),
            "-storepass",
            new String(PASSWORD));
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private static Path pem(String name, KeyStore keys) throws Exception {
    Certificate certificate = keys.getCertificate(name);
    return Files.writeString(
        directory.resolve(name + ".pem"),
        "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
            + "\n-----END CERTIFICATE-----\n");
  }

  private static RegistryClient trusting(String certificates) {
    String url = "https://127.0.0.1:" + server.getAddress().getPort();
    return new RegistryClient(new SchemaSource.Registry(List.of(url), "", certificates));
  }

  @Test
  void theAuthorityOfTheMappingIsTrusted() throws Exception {
    assertThat(trusting(authority.toString()).find(5).text()).isEqualTo("\"int\"");
  }

  @Test
  void nobodyElseIs() {
    for (String certificates : List.of("", stranger.toString())) {
      LakewardException refused =
          catchThrowableOfType(LakewardException.class, () -> trusting(certificates).find(5));
      assertThat(refused.code()).isEqualTo(ErrorCode.SCHEMA_REGISTRY_UNREADABLE);
      assertThat(refused.advice()).contains("certificates");
    }
  }

  @Test
  void aFileWithoutCertificatesIsNamed() throws IOException {
    Path empty = Files.writeString(directory.resolve("empty.pem"), "");
    LakewardException refused =
        catchThrowableOfType(LakewardException.class, () -> trusting(empty.toString()).find(5));
    assertThat(refused.facts()).containsEntry("certificates", empty.toString());
  }
}
