/**
 * The mapping file: the only place that knows YAML. Reads a file whole and reports every problem of
 * it at once, each with line, column and path.
 */
package io.lakeward.mapping.file;
