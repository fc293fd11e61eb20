package io.lakeward.error;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An error with a stable code, its fixed sentence, facts as key=value, and advice.
 *
 * <p>Built in one chain:
 *
 * <pre>{@code
 * throw LakewardException.of(ErrorCode.TOPIC_NOT_FOUND)
 *     .fact("topic", topic)
 *     .advice("create the topic, or correct its name in the mapping")
 *     .build();
 * }</pre>
 *
 * <p>Facts must never hold secrets.
 */
public final class LakewardException extends RuntimeException {

  private final ErrorCode code;
  private final Map<String, String> facts;
  private final String advice;

  private LakewardException(Builder builder) {
    super(builder.message(), builder.cause);
    this.code = builder.code;
    this.facts = Collections.unmodifiableMap(new LinkedHashMap<>(builder.facts));
    this.advice = builder.advice;
  }

  /** The same error with a fact that whoever threw it did not know; one that it has stays. */
  public LakewardException with(String name, Object value) {
    Builder builder = new Builder(code).fact(name, value).advice(advice).cause(this);
    builder.facts.putAll(facts);
    return builder.build();
  }

  /** Starts an error of this code. */
  public static Builder of(ErrorCode code) {
    return new Builder(code);
  }

  /** The stable code. */
  public ErrorCode code() {
    return code;
  }

  /** The facts, in the order in which they were given. */
  public Map<String, String> facts() {
    return facts;
  }

  /** What to do about it; empty where nothing is known. */
  public String advice() {
    return advice;
  }

  /** Collects what is known of an error. Not thread safe. */
  public static final class Builder {
    private final ErrorCode code;
    private final Map<String, String> facts = new LinkedHashMap<>();
    private String advice = "";
    private Throwable cause;

    private Builder(ErrorCode code) {
      this.code = requireNonNull(code, "code");
    }

    /** Adds a fact beside the sentence. */
    public Builder fact(String name, Object value) {
      facts.put(name, String.valueOf(value));
      return this;
    }

    /** Says what to do, as the end of "To mend it: …". */
    public Builder advice(String text) {
      this.advice = requireNonNull(text, "text");
      return this;
    }

    /** Keeps the exception that led here. */
    public Builder cause(Throwable throwable) {
      this.cause = throwable;
      return this;
    }

    /** The finished error. */
    public LakewardException build() {
      return new LakewardException(this);
    }

    private String message() {
      String shown =
          facts.entrySet().stream()
              .map(fact -> fact.getKey() + "=" + fact.getValue())
              .collect(Collectors.joining(" "));
      StringBuilder message = new StringBuilder(code.name()).append(": ").append(code.sentence());
      if (!shown.isEmpty()) {
        message.append(": ").append(shown);
      }
      if (!advice.isEmpty()) {
        message.append(". To mend it: ").append(advice);
      }
      return message.toString();
    }
  }
}
