package io.lakeward.mapping;

import java.util.List;

/**
 * Columns that the mapping declares, in Spark's DDL: {@code id BIGINT, name STRING}. Types are read
 * by Spark when the pipeline starts; here only the names of the columns are known.
 *
 * @param ddl the text
 * @param columns the names of the top-level columns, in order
 */
public record DeclaredSchema(String ddl, List<String> columns) {
  public DeclaredSchema {
    Checks.text(ddl, "ddl");
    columns = Checks.distinct(Checks.notEmpty(columns, "columns"), "columns");
  }
}
