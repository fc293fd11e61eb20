package io.lakeward.it.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Rebuild;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What times of day and geometries become is chosen when a table is made: cases T18 and T22. */
class ColumnFormsTest {

  private static final String PLACES = "places";
  private static final String BARE = "bare";
  private static final String POINT = "{'wkb':'AQEAAAAAAAAAAADwPwAAAAAAAABA','srid':4326}";

  private static final String ROW =
      """
      {'type':'struct','optional':true,'field':'%s','fields':[
        {'type':'int32','field':'id'},
        {'type':'int64','name':'io.debezium.time.MicroTime','field':'opens'},
        {'type':'struct','name':'io.debezium.data.geometry.Geometry','field':'spot','fields':[
          {'type':'bytes','field':'wkb'},{'type':'int32','optional':true,'field':'srid'}]},
        {'type':'int64','name':'io.debezium.time.Timestamp','field':'seen'}]}""";

  private static final String ENVELOPE =
      """
      {'op':'c','before':null,'source':{'connector':'postgresql','lsn':%d},
        'after':{'id':%d,'opens':3020399000001,'spot':%s,'seen':1710037800000}}""";

  @TempDir private Path directory;
  private CaptureFiles captures;

  @BeforeEach
  void begin() {
    captures = new CaptureFiles(directory);
    send(0, 1);
  }

  private void send(int batch, int id) {
    String envelope = ENVELOPE.formatted(id, id, POINT);
    String schema = "{'type':'struct','fields':[" + ROW.formatted("after") + "]}";
    add(batch, PLACES, id, "{'schema':" + schema + ",'payload':" + envelope + "}");
    add(batch, BARE, id, envelope);
  }

  private void add(int batch, String topic, int offset, String json) {
    captures.addText(batch, topic, offset, null, json.replace('\'', '"'));
  }

  @Test
  @DisplayName("T18, T22, T25: expressions see the form that the mapping chose")
  void expressionsSeeTheFormThatTheMappingChose() {
    Path mapping =
        file(
            List.of("time_of_day: micros", "geometry: wkt"),
            "spark_conf: {spark.sql.session.timeZone: America/Chicago}",
            "add_columns: {hours: \"opens div 3600000000\", system: \"split(spot, ';')[0]\","
                + " wall: \"CAST(seen AS STRING)\"}");
    Run.once(mapping);
    assertThat(row(PLACES, 1))
        .containsEntry("opens", 3020399000001L)
        .containsEntry("spot", "SRID=4326;POINT(1 2)")
        .containsEntry("hours", 838L)
        .containsEntry("system", "SRID=4326")
        // T25: no clock in Chicago showed that time.
        .containsEntry("seen", LocalDateTime.of(2024, 3, 10, 2, 30))
        .containsEntry("wall", "2024-03-10 02:30:00");
    assertThat(row(BARE, 1))
        .containsEntry("opens", 3020399000001L)
        .containsEntry("spot", "SRID=4326;POINT(1 2)");
  }

  @Test
  @DisplayName("T18: another form needs a refresh")
  void anotherFormNeedsARefresh() {
    Run.once(file(List.of()));
    assertThat(row(PLACES, 1)).containsEntry("opens", "838:59:59.000001");
    assertThat(row(BARE, 1)).containsEntry("opens", "838:59:59.000001");
    send(1, 2);
    Path other = file(List.of("time_of_day: micros"));
    Run refused = Run.attempt(other);
    for (String table : List.of(PLACES, BARE)) {
      LakewardException failure = refused.failure(table);
      assertThat(failure.code()).isEqualTo(ErrorCode.RECORD_REJECTED);
      assertThat(failure.facts().get("detail")).contains("column opens").contains("refresh");
      Rebuild.of(other, table);
      assertThat(row(table, 1)).containsEntry("opens", 3020399000001L);
      assertThat(row(table, 2)).containsEntry("opens", 3020399000001L);
    }
  }

  private Map<String, Object> row(String table, int id) {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.table(table).rows().stream()
          .filter(row -> row.get("id").equals(id))
          .findFirst()
          .orElseThrow();
    }
  }

  private Path file(List<String> options, String... ofPlaces) {
    List<String> places = new ArrayList<>(List.of("topic: places", "keys: [id]"));
    places.addAll(options);
    places.addAll(List.of(ofPlaces));
    List<String> bare = new ArrayList<>(List.of("topic: bare", "keys: [id]"));
    bare.addAll(options);
    bare.add("schema: \"id INT, opens TIME, spot STRUCT<wkb: BINARY, srid: INT>, seen BIGINT\"");
    return PipelineFile.ofCapture(directory)
        .format("debezium-json")
        .table(PLACES, places.toArray(String[]::new))
        .table(BARE, bare.toArray(String[]::new))
        .write();
  }
}
