/**
 * The lake as an outsider sees it: through Iceberg's own catalog and readers, without any code of
 * the connector.
 */
package io.lakeward.it.lake;
