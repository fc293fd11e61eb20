package io.lakeward.samples.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Function;

/**
 * How a column of the source is selected, and what its values are in JSON.
 *
 * @param expression SQL, with {@code %s} for the column
 * @param reader reads a value that is not null
 */
public record ColumnForm(String expression, Reader reader) {

  /** Makes nodes. */
  public static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Reads a value of the current row. */
  @FunctionalInterface
  public interface Reader {
    /** The value in this place of the row. */
    JsonNode read(ResultSet row, int place) throws SQLException;
  }

  /** The column as the driver gives it. */
  public static ColumnForm plain(Reader reader) {
    return new ColumnForm("%s", reader);
  }

  /** What an expression gives as text, turned into JSON. */
  public static ColumnForm text(String expression, Function<String, JsonNode> parser) {
    return new ColumnForm(expression, (row, place) -> parser.apply(row.getString(place)));
  }

  JsonNode read(ResultSet row, int place) throws SQLException {
    return row.getObject(place) == null ? NullNode.getInstance() : reader.read(row, place);
  }
}
