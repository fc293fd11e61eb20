/**
 * The mapping's SQL expressions over a change row: resolved once on the driver, evaluated by
 * generated code in the tasks.
 */
package io.lakeward.source.expression;
