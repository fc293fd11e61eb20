package io.lakeward.source.avro;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.change.RejectReason;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Asks a registry over Confluent's REST API ({@code GET /schemas/ids/<id>}). Where it does not
 * answer, or says that the fault is on its side, it is asked again for some seconds: a registry
 * that restarts stops nothing. Thread safe.
 */
final class RegistryClient implements SchemaLookup {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
  private static final int ATTEMPTS = 6;
  private static final int ASKED_FOR_UNKNOWN = 3;
  private static final long FIRST_PAUSE_MILLIS = 200;
  private static final String UNTRUSTED =
      "give who vouches for the registry as a PEM file in source.schema_registry.certificates,"
          + " or correct the address: its certificate is of another name";
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  private final SchemaSource.Registry registry;
  private final HttpClient http;

  RegistryClient(SchemaSource.Registry registry) {
    this.registry = registry;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER); // they would take the login along
    if (!registry.certificates().isEmpty()) {
      builder.sslContext(TrustedCertificates.context(registry.certificates()));
    }
    this.http = builder.build();
  }

  @Override
  public Found find(int id) throws AvroRefused {
    JsonNode answer = ask("/schemas/ids/" + id, id);
    String kind = answer.path("schemaType").asText("AVRO");
    if (!kind.equals("AVRO")) {
      throw new AvroRefused(
          RejectReason.SCHEMA_MISSING, "the schema " + id + " is not of Avro, but of " + kind);
    }
    List<String> referenced = new ArrayList<>();
    addReferenced(answer, id, referenced, new HashSet<>());
    return new Found(answer.path("schema").asText(), referenced);
  }

  private void addReferenced(JsonNode answer, int id, List<String> texts, Set<String> met)
      throws AvroRefused {
    for (JsonNode reference : answer.path("references")) {
      String path =
          "/subjects/"
              + URLEncoder.encode(reference.path("subject").asText(), StandardCharsets.UTF_8)
                  .replace("+", "%20")
              + "/versions/"
              + reference.path("version").asInt();
      if (met.add(path)) {
        JsonNode schema = ask(path, id);
        addReferenced(schema, id, texts, met);
        texts.add(schema.path("schema").asText());
      }
    }
  }

  private JsonNode ask(String path, int id) throws AvroRefused {
    String problem = "";
    int unknown = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      pause(attempt);
      for (String url : registry.urls()) {
        try {
          HttpResponse<String> answer = http.send(request(url + path), BodyHandlers.ofString());
          if (answer.statusCode() == OK) {
            return MAPPER.readTree(answer.body());
          }
          // A follower may not have heard yet of what its leader registered.
          if (saysUnknown(answer) && ++unknown >= ASKED_FOR_UNKNOWN) {
            throw SchemaLookup.missing(id, registry.toString());
          }
          problem = "HTTP status " + answer.statusCode();
          requireTransient(answer, id, problem);
        } catch (JsonProcessingException e) {
          throw unreadable(id, "the answer is no JSON", advice(NOT_FOUND));
        } catch (IOException e) {
          if (isUntrusted(e)) {
            throw unreadable(id, e.toString(), UNTRUSTED);
          }
          problem = e.toString();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw unreadable(id, "interrupted", "run again");
        }
      }
    }
    throw unreadable(id, problem, "make the registry reachable; the run goes on where it stopped");
  }

  /** Whether the certificate is to blame; who ends a handshake otherwise may just restart. */
  private static boolean isUntrusted(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException || cause instanceof CertPathBuilderException) {
        return true;
      }
    }
    return false;
  }

  private static boolean saysUnknown(HttpResponse<String> answer) {
    return answer.statusCode() == NOT_FOUND && isOfRegistry(answer.body());
  }

  /** What is wrong with the request will be wrong with the next one too. */
  private void requireTransient(HttpResponse<String> answer, int id, String problem) {
    int status = answer.statusCode();
    if (status < SERVER_ERROR && status != TOO_MANY_REQUESTS && !saysUnknown(answer)) {
      throw unreadable(id, problem, advice(status));
    }
  }

  /** A server that is no registry does not know the path either; only a registry says why. */
  private static boolean isOfRegistry(String body) {
    try {
      return MAPPER.readTree(body).has("error_code");
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static String advice(int status) {
    return status == UNAUTHORIZED || status == FORBIDDEN
        ? "correct username and password, or token, below source.schema_registry"
        : "correct source.schema_registry.url: a registry of Confluent's REST API must be there";
  }

  private HttpRequest request(String address) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address))
            .timeout(ANSWER_TIMEOUT)
            .header("Accept", "application/vnd.schemaregistry.v1+json, application/json");
    if (!registry.authorization().isEmpty()) {
      request.header("Authorization", registry.authorization());
    }
    return request.build();
  }

  private static void pause(int attempt) {
    if (attempt == 0) {
      return;
    }
    try {
      Thread.sleep(FIRST_PAUSE_MILLIS << (attempt - 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private LakewardException unreadable(int id, String problem, String advice) {
    return LakewardException.of(ErrorCode.SCHEMA_REGISTRY_UNREADABLE)
        .fact("registry", registry.urls())
        .fact("schema_id", id)
        .fact("problem", problem)
        .advice(advice)
        .build();
  }
}
