package io.lakeward.samples.orderslive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecomputationTest {

  private static final String CREATED =
      "{'event':'order_created','order_id':'A1','number':1,"
          + "'event_time':'2026-03-06T18:00:00.000001+01:00',"
          + "'restaurant':{'id':1,'name':'R','city':'B'},"
          + "'customer':{'id':2,'name':'C','address':{'street':'S','city':'B'}},"
          + "'items':[{'sku':'x','quantity':2,'unit_price':1.50,'extras':[]}],'total':12.50}";
  private static final String STARTED = event("kitchen_started", 2, "17:00:00.000001");
  private static final String PICKED_UP =
      event("driver_picked_up", 3, "17:10:00.000000", "'driver':{'id':7,'name':'D'}");
  private static final String PING =
      event(
          "driver_ping",
          4,
          "17:11:00.000000",
          "'driver':{'location':{'latitude':52.500000,'longitude':13.400000}}",
          "'promised_at':'2026-03-06T18:30:00.000000+01:00'");
  private static final String DELIVERED =
      event("delivered", 5, "17:20:00.000000", "'customer':{'rating':5}", "'tip':0.00");
  private static final String CANCELLED =
      event("order_cancelled", 6, "17:20:00.000000", "'reason':'late'");
  private static final String AFTERWARDS =
      event(
          "driver_ping",
          7,
          "17:21:00.000000",
          "'driver':{'location':{'latitude':1.000000,'longitude':2.000000}}");

  @Test
  void eachEventAddsWhatItSays() {
    assertThat(current(CREATED, STARTED, PICKED_UP, PING, DELIVERED))
        .containsExactly(
            json(
                "{'order_id':'A1','changed_at':'2026-03-06T17:20:00Z',"
                    + "'restaurant':{'id':1,'name':'R','city':'B'},"
                    + "'customer':{'id':2,'name':'C','address':{'street':'S','city':'B'},"
                    + "'rating':5},"
                    + "'items':[{'sku':'x','quantity':2,'unit_price':1.50,'extras':[]}],"
                    + "'total':12.50,'promised_at':'2026-03-06T17:30:00Z','bags':null,"
                    + "'driver':{'id':7,'name':'D',"
                    + "'location':{'latitude':52.500000,'longitude':13.400000}},"
                    + "'tip':0.00,'status':'delivered','delivered_at':'2026-03-06T17:20:00Z'}"));
  }

  @Test
  void pingsBeginNoRowOfHistory() {
    assertThat(history(CREATED, STARTED, PICKED_UP, PING, DELIVERED))
        .containsExactly(
            row(
                "17:00:00.000001",
                "null",
                "null",
                "order_created",
                "17:00:00.000001", // no width
                "17:00:00.000001"),
            row(
                "17:00:00.000001",
                "null",
                "null",
                "kitchen_started",
                "17:00:00.000001",
                "17:10:00"),
            row(
                "17:11:00",
                "'2026-03-06T17:30:00Z'",
                "{'id':7,'name':'D','location':{'latitude':52.500000,'longitude':13.400000}}",
                "driver_picked_up",
                "17:10:00",
                "17:20:00"),
            row(
                "17:20:00",
                "'2026-03-06T17:30:00Z'",
                "{'id':7,'name':'D','location':{'latitude':52.500000,'longitude':13.400000}}",
                "delivered",
                "17:20:00",
                null));
  }

  @Test
  void cancelledOrderIsGoneAndItsHistoryEnds() {
    assertThat(current(CREATED, CANCELLED)).isEmpty();
    assertThat(history(CREATED, CANCELLED))
        .containsExactly(
            row("17:00:00.000001", "null", "null", "order_created", "17:00:00.000001", "17:20:00"));
  }

  @Test
  void eventAfterCancellationKnowsOnlyWhatItSays() {
    assertThat(current(CREATED, PICKED_UP, CANCELLED, AFTERWARDS))
        .containsExactly(
            json(
                "{'order_id':'A1','changed_at':'2026-03-06T17:21:00Z','restaurant':null,"
                    + "'customer':null,'items':null,'total':null,'promised_at':null,'bags':null,"
                    + "'driver':{'id':null,'name':null,"
                    + "'location':{'latitude':1.000000,'longitude':2.000000}},"
                    + "'tip':null,'status':null,'delivered_at':null}"));
    List<String> history = history(CREATED, PICKED_UP, CANCELLED, AFTERWARDS);
    assertThat(history.get(history.size() - 1))
        .contains("\"status\":null,\"__START_AT\":\"2026-03-06T17:21:00Z\",\"__END_AT\":null");
  }

  @Test
  void dependsNeitherOnArrivalNorOnRepeats() {
    String[] once = {CREATED, STARTED, PICKED_UP, PING, DELIVERED, CANCELLED, AFTERWARDS};
    List<String> all = new ArrayList<>(List.of(once));
    all.addAll(List.of(once));
    for (int seed = 0; seed < 50; seed++) {
      Collections.shuffle(all, new Random(seed));
      String[] shuffled = all.toArray(String[]::new);
      assertThat(current(shuffled)).as("seed %d", seed).isEqualTo(current(once));
      assertThat(history(shuffled)).as("seed %d", seed).isEqualTo(history(once));
    }
  }

  private static List<String> current(String... events) {
    return of(events).current().stream().map(Json::text).toList();
  }

  private static List<String> history(String... events) {
    return of(events).history().stream().map(Json::text).toList();
  }

  private static Recomputation of(String... events) {
    List<ObjectNode> parsed =
        Stream.of(events).map(RecomputationTest::json).map(Json::parse).toList();
    return Recomputation.of(parsed);
  }

  private static String event(String name, int number, String time, String... fields) {
    return "{'event':'%s','order_id':'A1','number':%d,'event_time':'2026-03-06T%sZ'%s}"
        .formatted(name, number, time, fields.length == 0 ? "" : "," + String.join(",", fields));
  }

  private static String row(
      String changed, String promised, String driver, String status, String start, String end) {
    return json(
        "{'order_id':'A1','changed_at':'2026-03-06T%sZ','promised_at':%s,'driver':%s,'status':'%s',"
                .formatted(changed, promised, driver, status)
            + "'__START_AT':'2026-03-06T%sZ','__END_AT':%s}"
                .formatted(start, end == null ? "null" : "'2026-03-06T" + end + "Z'"));
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
