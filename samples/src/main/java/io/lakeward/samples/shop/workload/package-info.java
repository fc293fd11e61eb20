/**
 * What happens in the shop: a script of transactions that is a function of its seed, and its
 * performance against a database.
 */
package io.lakeward.samples.shop.workload;
