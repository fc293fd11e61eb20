/** What the documents tell people to type does what they say. */
package io.lakeward.it.docs;
