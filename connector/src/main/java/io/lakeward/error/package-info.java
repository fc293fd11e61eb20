/**
 * What went wrong, said for people: a stable code, one fixed sentence, the facts beside it, and who
 * must act.
 *
 * <p>Knows nothing of any other package.
 */
package io.lakeward.error;
