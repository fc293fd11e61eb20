package io.lakeward.mapping.file;

/**
 * A key of a section.
 *
 * @param name the key in the file
 * @param kind what its values are
 * @param <T> what they are read as
 */
record Key<T>(String name, Kind<T> kind) {}
