/** What happened: counts, batch reports and the lines that tell people about them. */
package io.lakeward.observe;
