package io.lakeward.samples.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads tables of the source as lines of JSON. */
public final class SourceRows {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

  private SourceRows() {}

  /**
   * All rows.
   *
   * @param table the table's name, as SQL has it
   * @param order by what they are ordered, as SQL has it
   * @param columns the columns and their forms, in the order in which they are written
   */
  public static List<String> read(
      Connection connection, String table, String order, Map<String, ColumnForm> columns)
      throws SQLException {
    String selected =
        columns.entrySet().stream()
            .map(column -> column.getValue().expression().formatted(column.getKey()))
            .collect(Collectors.joining(", "));
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT " + selected + " FROM " + table + " ORDER BY " + order)) {
      List<String> lines = new ArrayList<>();
      while (row.next()) {
        lines.add(line(row, columns));
      }
      return lines;
    }
  }

  private static String line(ResultSet row, Map<String, ColumnForm> columns) throws SQLException {
    ObjectNode line = ColumnForm.JSON.objectNode();
    int place = 0;
    for (Map.Entry<String, ColumnForm> column : columns.entrySet()) {
      place++;
      line.set(column.getKey(), column.getValue().read(row, place));
    }
    try {
      return MAPPER.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write a row of the source", e);
    }
  }
}
