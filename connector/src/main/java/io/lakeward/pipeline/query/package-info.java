/** Reads the lake for people and programs: SQL in, rows out. */
package io.lakeward.pipeline.query;
