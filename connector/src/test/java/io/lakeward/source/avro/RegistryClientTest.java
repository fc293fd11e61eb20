package io.lakeward.source.avro;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lakeward.change.RejectReason;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Over HTTP, to a server that answers as Confluent's API documents it. */
class RegistryClientTest {

  private static final String NOT_FOUND =
      "{\"error_code\":40403,\"message\":\"Schema 5 not found\"}";

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<Integer> failures = new CopyOnWriteArrayList<>();
  private final List<String> authorizations = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private volatile String redirectTo = "";

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(loopback(), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    if (!redirectTo.isEmpty()) {
      exchange.getResponseHeaders().add("Location", redirectTo);
      respond(exchange, 302, "moved");
      return;
    }
    String path = exchange.getRequestURI().getRawPath();
    int status = failures.isEmpty() ? (answers.containsKey(path) ? 200 : 404) : failures.remove(0);
    respond(exchange, status, status == 200 ? answers.get(path) : NOT_FOUND);
  }

  private static void respond(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void schemasAndThoseThatTheyRefersTo() throws Exception {
    answers.put(
        "/schemas/ids/5",
        """
        {"schema":"\\"Row\\"","references":[{"name":"Row","subject":"shop/a b","version":3}]}""");
    answers.put(
        "/subjects/shop%2Fa%20b/versions/3",
        """
        {"schema":"\\"int\\"","references":[{"name":"X","subject":"x","version":1}]}""");
    answers.put("/subjects/x/versions/1", "{\"schema\":\"\\\"long\\\"\"}");
    SchemaLookup.Found found = client("").find(5);
    assertThat(found.text()).isEqualTo("\"Row\"");
    assertThat(found.referenced()).containsExactly("\"long\"", "\"int\"");
    assertThat(authorizations).containsOnly("null");
  }

  @Test
  void whoAsksIsSaidAndNeverShown() throws Exception {
    answers.put("/schemas/ids/5", "{\"schema\":\"\\\"int\\\"\"}");
    client("Bearer secret").find(5);
    assertThat(authorizations).containsExactly("Bearer secret");
    failures.add(401);
    LakewardException refused = refused(client("Bearer secret"));
    assertThat(refused.code()).isEqualTo(ErrorCode.SCHEMA_REGISTRY_UNREADABLE);
    assertThat(refused.advice()).contains("token");
    assertThat(refused.getMessage() + refused.facts() + registry("Bearer secret"))
        .doesNotContain("secret");
  }

  /** Whoever answers with another place would get the password. */
  @Test
  void aLoginFollowsNoRedirect() throws Exception {
    HttpServer other = HttpServer.create(loopback(), 0);
    List<String> asked = new CopyOnWriteArrayList<>();
    other.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().getPath());
          respond(exchange, 200, "{\"schema\":\"\\\"int\\\"\"}");
        });
    other.start();
    try {
      redirectTo = "http://127.0.0.1:" + other.getAddress().getPort() + "/schemas/ids/5";
      LakewardException refused = refused(client("Bearer secret"));
      assertThat(refused.code()).isEqualTo(ErrorCode.SCHEMA_REGISTRY_UNREADABLE);
      assertThat(asked).isEmpty();
    } finally {
      other.stop(0);
    }
  }

  @Test
  void aRegistryThatRestartsStopsNothing() throws Exception {
    answers.put("/schemas/ids/5", "{\"schema\":\"\\\"int\\\"\"}");
    failures.addAll(List.of(503, 500, 429));
    assertThat(client("").find(5).text()).isEqualTo("\"int\"");
  }

  @Test
  void theNextAddressIsAskedWhereOneDoesNotAnswer() throws Exception {
    answers.put("/schemas/ids/5", "{\"schema\":\"\\\"int\\\"\"}");
    List<String> urls = new ArrayList<>(List.of("http://127.0.0.1:1"));
    urls.addAll(registry("").urls());
    SchemaSource.Registry both = new SchemaSource.Registry(urls, "", "");
    assertThat(new RegistryClient(both).find(5).text()).isEqualTo("\"int\"");
  }

  @Test
  void aRegistryThatIsNotThereStopsTheFlowAndNoRecordIsBlamed() {
    SchemaSource.Registry nobody = new SchemaSource.Registry(List.of("http://127.0.0.1:1"), "", "");
    LakewardException refused = refused(new RegistryClient(nobody));
    assertThat(refused.code()).isEqualTo(ErrorCode.SCHEMA_REGISTRY_UNREADABLE);
    assertThat(refused.facts()).containsKeys("registry", "schema_id", "problem");
  }

  @Test
  void anIdThatNobodyKnowsIsTheRecordsFault() {
    AvroRefused missing = catchThrowableOfType(AvroRefused.class, () -> client("").find(5));
    assertThat(missing.reason()).isEqualTo(RejectReason.SCHEMA_MISSING);
    answers.put("/schemas/ids/5", "{\"schema\":\"x\",\"schemaType\":\"PROTOBUF\"}");
    AvroRefused other = catchThrowableOfType(AvroRefused.class, () -> client("").find(5));
    assertThat(other).hasMessageContaining("PROTOBUF");
  }

  @Test
  void aServerThatIsNoRegistry() {
    answers.put("/schemas/ids/5", "<html>");
    assertThat(refused(client("")).advice()).contains("source.schema_registry.url");
  }

  private static LakewardException refused(RegistryClient client) {
    return catchThrowableOfType(LakewardException.class, () -> client.find(5));
  }

  private RegistryClient client(String authorization) {
    return new RegistryClient(registry(authorization));
  }

  private SchemaSource.Registry registry(String authorization) {
    int port = server.getAddress().getPort();
    return new SchemaSource.Registry(List.of("http://127.0.0.1:" + port), authorization, "");
  }
}
