package io.lakeward.it.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/** Serves schemas by id as Confluent's registry does, on loopback, to who knows the password. */
final class Registry implements AutoCloseable {

  static final String USERNAME = "lake";
  static final String PASSWORD = "ward";
  private static final String BASIC = "Basic bGFrZTp3YXJk";

  private final List<String> schemas = new ArrayList<>();
  private final HttpServer server;

  private Registry(HttpServer server) {
    this.server = server;
  }

  static Registry start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      Registry registry = new Registry(server);
      server.createContext("/schemas/ids/", registry::answer);
      server.start();
      return registry;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The mapping's line for it. */
  String key() {
    return "schema_registry: {url: \"http://127.0.0.1:%d\", username: %s, password: %s}"
        .formatted(server.getAddress().getPort(), USERNAME, PASSWORD);
  }

  /** Registers a schema, the same under one id. */
  synchronized int idOf(Schema schema) {
    String text = schema.toString();
    if (!schemas.contains(text)) {
      schemas.add(text);
    }
    return schemas.indexOf(text) + 1;
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    int id = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
    if (!BASIC.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      send(exchange, 401, "{\"error_code\":401,\"message\":\"Unauthorized\"}");
    } else if (id < 1 || id > schemas.size()) {
      send(exchange, 404, "{\"error_code\":40403,\"message\":\"Schema not found\"}");
    } else {
      send(
          exchange,
          200,
          JsonNodeFactory.instance.objectNode().put("schema", schemas.get(id - 1)).toString());
    }
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    byte[] body = json.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
