/**
 * Plain JSON events of a declared schema: the mapping says by expressions what is a delete, what is
 * a truncate, and what orders the changes.
 */
package io.lakeward.source.custom;
