package io.lakeward.samples.shop.workload;

/** One step of a script. */
public sealed interface Step permits Transaction, Milestone {}
