/** Tables that were there before Lakeward. */
package io.lakeward.it.adoption;
