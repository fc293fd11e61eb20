package io.lakeward.samples.orderslive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the tables must hold of one order: its events are sorted by time and number, then applied
 * one after the other. An event that comes twice is applied twice, which changes nothing.
 */
final class Recomputation {

  private static final String EMPTY =
      """
      {"order_id": null, "changed_at": null,
       "restaurant": {"id": null, "name": null, "city": null},
       "customer": {"id": null, "name": null, "address": {"street": null, "city": null},
                    "rating": null},
       "items": null, "total": null, "promised_at": null, "bags": null,
       "driver": {"id": null, "name": null, "location": {"latitude": null, "longitude": null}},
       "tip": null, "status": null, "delivered_at": null}
      """;
  private static final List<String> OF_HISTORY =
      List.of("order_id", "changed_at", "promised_at", "driver", "status");
  private static final String START = "__START_AT";
  private static final String END = "__END_AT";

  private final List<ObjectNode> history = new ArrayList<>();

  /** The order's row; empty while there is none. */
  private Optional<ObjectNode> row = Optional.empty();

  /** The last row of the history; empty where no row is open. */
  private Optional<ObjectNode> open = Optional.empty();

  private Recomputation() {}

  /** What follows from all events of one order, which may come in any order. */
  static Recomputation of(List<ObjectNode> events) {
    Recomputation order = new Recomputation();
    events.stream()
        .sorted(
            Comparator.comparing(Recomputation::timeOf)
                .thenComparing(event -> event.get("number").intValue()))
        .forEach(order::apply);
    return order;
  }

  /** The row of the order; none where it is cancelled. */
  Optional<ObjectNode> current() {
    return row.map(Recomputation::withoutEmptyStructs);
  }

  /** What the order's row was, from each change of its status to the next. */
  List<ObjectNode> history() {
    return history.stream().map(Recomputation::withoutEmptyStructs).toList();
  }

  private void apply(ObjectNode event) {
    String name = event.get("event").textValue();
    String time = timeOf(event).toString();
    if (name.equals("order_cancelled")) {
      row = Optional.empty();
      close(time);
      return;
    }
    ObjectNode changed = row.orElseGet(() -> Json.parse(EMPTY));
    row = Optional.of(changed);
    write(event, changed);
    changed.put("changed_at", time);
    if (event.has("promised_at")) {
      changed.put("promised_at", Moments.parse(event.get("promised_at").textValue()).toString());
    }
    if (!name.equals("driver_ping")) {
      changed.put("status", name);
    }
    if (name.equals("delivered")) {
      changed.put("delivered_at", time);
    }
    keep(changed, time);
  }

  /** What the event says goes into the row's fields of the same names, field by field. */
  private static void write(ObjectNode event, ObjectNode into) {
    for (Map.Entry<String, JsonNode> field : event.properties()) {
      JsonNode there = into.get(field.getKey());
      if (there instanceof ObjectNode struct && field.getValue() instanceof ObjectNode said) {
        write(said, struct);
      } else if (there != null) {
        into.set(field.getKey(), field.getValue());
      }
    }
  }

  private void keep(ObjectNode changed, String time) {
    ObjectNode last = changed.deepCopy().retain(OF_HISTORY);
    if (open.isPresent() && open.get().get("status").equals(last.get("status"))) {
      open.get().setAll(last);
    } else {
      close(time);
      last.put(START, time).putNull(END);
      history.add(last);
      open = Optional.of(last);
    }
  }

  private void close(String time) {
    open.ifPresent(last -> last.put(END, time));
    open = Optional.empty();
  }

  /** A struct of which nothing was said is null. */
  private static ObjectNode withoutEmptyStructs(ObjectNode struct) {
    ObjectNode result = struct.deepCopy();
    for (Map.Entry<String, JsonNode> field : struct.properties()) {
      if (field.getValue() instanceof ObjectNode inner) {
        ObjectNode cleaned = withoutEmptyStructs(inner);
        boolean empty = cleaned.properties().stream().allMatch(said -> said.getValue().isNull());
        result.set(field.getKey(), empty ? NullNode.instance : cleaned);
      }
    }
    return result;
  }

  private static Instant timeOf(ObjectNode event) {
    return Moments.parse(event.get("event_time").textValue());
  }
}
