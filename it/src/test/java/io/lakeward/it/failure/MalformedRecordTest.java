package io.lakeward.it.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lakeward.change.RejectReason;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.ConnectorProcess;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.kafka.Message;
import io.lakeward.it.kafka.SharedBroker;
import io.lakeward.it.kafka.Topic;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A record that cannot be applied, under {@code on_error: fail}: nothing of its batch lands, the
 * error names the record, and the other tables of the pipeline go on. Each fault has a table.
 */
class MalformedRecordTest {

  /** What can be wrong with a record, done to a right one. */
  enum Fault {
    NOT_JSON(RejectReason.MALFORMED, value -> "no JSON"),
    CUT_OFF(RejectReason.MALFORMED, value -> value.substring(0, value.length() - 20)),
    UNKNOWN_OPERATION(
        RejectReason.UNKNOWN_OPERATION, value -> value.replace("\"op\":\"c\"", "\"op\":\"x\"")),
    TOO_LARGE(
        RejectReason.VALUE_OUT_OF_TYPE,
        value -> value.replace("\"after\":{\"id\":2", "\"after\":{\"id\":3000000000")),
    TEXT_FOR_NUMBER(
        RejectReason.VALUE_OUT_OF_TYPE,
        value -> value.replace("\"after\":{\"id\":2", "\"after\":{\"id\":\"abc\"")),
    NULL_KEY(
        RejectReason.NULL_KEY,
        value -> value.replace("\"after\":{\"id\":2", "\"after\":{\"id\":null")),
    NO_POSITION(
        RejectReason.POSITION_MISSING,
        value ->
            value
                .replaceAll("\"lsn\":\\d+", "\"lsn\":null")
                .replaceAll("\"sequence\":\"\\[[^]]*]\"", "\"sequence\":null"));

    private final RejectReason reason;
    private final UnaryOperator<String> damage;

    Fault(RejectReason reason, UnaryOperator<String> damage) {
      this.reason = reason;
      this.damage = damage;
    }

    String table() {
      return name().toLowerCase(Locale.ROOT);
    }

    Message applied(Message message) {
      String damaged = damage.apply(message.value());
      assertThat(damaged).as(name()).isNotEqualTo(message.value());
      return new Message(message.key(), damaged, message.headers());
    }
  }

  private static final String SOUND = "sound";
  private static final Map<Fault, Topic> TOPICS = new EnumMap<>(Fault.class);

  private static PipelineFile file;
  private static Topic sound;
  private static Run first;
  private static Run second;

  @BeforeAll
  static void run(@TempDir Path directory) {
    SharedBroker broker = SharedBroker.get();
    file = PipelineFile.ofKafka(directory, broker.bootstrapServers(), 10_000);
    sound = broker.createTopic(SOUND, 1);
    file.table(SOUND, "topic: " + sound.name());
    for (Fault fault : Fault.values()) {
      Topic topic = broker.createTopic(fault.table(), 1);
      TOPICS.put(fault, topic);
      file.table(fault.table(), "topic: " + topic.name());
      topic.send(new Rows().message(1));
    }
    Rows rows = new Rows();
    sound.send(rows.message(1));
    Path mapping = file.write();
    first = Run.attempt(mapping);
    TOPICS.forEach(
        (fault, topic) -> {
          Rows more = new Rows();
          more.message(1);
          topic.send(fault.applied(more.message(2)), more.message(3));
        });
    sound.send(rows.message(2));
    second = Run.attempt(mapping);
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  @DisplayName("R6: a malformed record stops its batch, and is named")
  void stopsBeforeItsBatch(Fault fault) {
    assertThat(first.failed()).isEmpty();
    assertThat(Rows.in(file.warehouse(), fault.table())).containsExactly(1);
    LakewardException failure = second.failure(fault.table());
    assertThat(failure.code())
        .isEqualTo(fault == Fault.NULL_KEY ? ErrorCode.NULL_KEY : ErrorCode.RECORD_REJECTED);
    assertThat(failure.facts())
        .containsEntry("topic", TOPICS.get(fault).name())
        .containsEntry("partition", "0")
        .containsEntry("offset", "1")
        .containsEntry("reason", fault.reason.name());
    assertThat(failure.advice()).isNotEmpty();
  }

  @Test
  void theOtherTablesGoOn() {
    assertThat(second.failed()).doesNotContain(SOUND);
    assertThat(Rows.in(file.warehouse(), SOUND)).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void isSetAsideWhereTheMappingSaysSo(@TempDir Path directory) {
    PipelineFile aside =
        PipelineFile.ofKafka(directory, SharedBroker.get().bootstrapServers(), 10_000)
            .settingAside();
    TOPICS.forEach((fault, topic) -> aside.table(fault.table(), "topic: " + topic.name()));
    Run run = Run.once(aside.write());
    assertThat(Run.once(aside.write()).records(Fault.NOT_JSON.table())).isZero();
    try (Lake lake = Lake.open(aside.warehouse(), PipelineFile.NAMESPACE)) {
      assertThat(lake.table("_lakeward_dead_letters").rows())
          .extracting(row -> row.get("flow"), row -> row.get("offset"), row -> row.get("reason"))
          .containsExactlyInAnyOrderElementsOf(
              TOPICS.keySet().stream()
                  .map(fault -> tuple(fault.table(), 1L, fault.reason.name()))
                  .toList());
    }
    for (Fault fault : Fault.values()) {
      assertThat(Rows.in(aside.warehouse(), fault.table())).containsExactlyInAnyOrder(1, 3);
      assertThat(run.batches(fault.table()))
          .allMatch(batch -> batch.setAside().equals(Map.of(fault.reason, 1L)));
    }
  }

  @Test
  void theProcessFailsAndSaysWhich() {
    sound.send(new Message("{\"id\":9}", null));
    try (ConnectorProcess run = ConnectorProcess.runOnce(file.write())) {
      assertThat(run.exitCode(Duration.ofMinutes(3))).as(run.output()).isEqualTo(1);
      for (Fault fault : Fault.values()) {
        assertThat(run.output())
            .containsPattern(
                "topic="
                    + TOPICS.get(fault).name()
                    + " partition=0 offset=1 reason="
                    + fault.reason);
      }
      assertThat(run.output()).contains("sound batch").doesNotContain("\tat ");
    }
  }
}
