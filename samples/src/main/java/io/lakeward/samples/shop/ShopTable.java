package io.lakeward.samples.shop;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The replicated tables of the shop. */
public enum ShopTable {
  CUSTOMERS(3),
  PRODUCTS(2),
  ORDERS(4),
  ORDER_ITEMS(4),
  INVENTORY(2),
  // More than one partition, since a truncate has no key and may land in any of them.
  PROMOTIONS(2);

  /** The start of the name of every topic. */
  static final String TOPIC_PREFIX = "shop";

  /** The table for Debezium's signals. */
  static final String SIGNALS = "public.debezium_signal";

  private final int partitions;

  ShopTable(int partitions) {
    this.partitions = partitions;
  }

  /** The table's name, in the source and in the lake. */
  public String table() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The table's name in the source, with its schema. */
  public String qualified() {
    return "public." + table();
  }

  /** The topic with the table's changes. */
  public String topic() {
    return TOPIC_PREFIX + "." + qualified();
  }

  /** All topics. */
  static List<String> topics() {
    return Arrays.stream(values()).map(ShopTable::topic).toList();
  }

  /** The number of partitions by table, as the feed wants it. */
  static Map<String, Integer> partitions() {
    return Arrays.stream(values())
        .collect(Collectors.toMap(ShopTable::qualified, table -> table.partitions));
  }
}
