/**
 * The mapping's SQL expressions over a change row: resolved once for each schema, on the driver or
 * in a task, and evaluated by generated code in the tasks.
 */
package io.lakeward.source.expression;
