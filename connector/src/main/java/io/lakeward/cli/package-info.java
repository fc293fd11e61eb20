/** The commands: thin, one class each. Parses arguments, calls the pipeline, sets the exit code. */
package io.lakeward.cli;
