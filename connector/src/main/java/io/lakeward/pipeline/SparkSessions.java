package io.lakeward.pipeline;

import io.lakeward.lake.CatalogProperties;
import io.lakeward.mapping.Catalog;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.Mapping;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/**
 * Spark as Lakeward wants it. What spark-submit was told stands; on one machine the rest is set so
 * that nothing listens on the network, and nothing is printed or left behind.
 */
public final class SparkSessions {
  private SparkSessions() {}

  private static final String LOOPBACK = "127.0.0.1";

  /**
   * A session in which the mapping's catalog is there under its name. Open the catalog with {@link
   * io.lakeward.lake.LakeCatalog} before: that says clearly why it cannot be used, and creates a
   * local one.
   */
  public static SparkSession of(Mapping mapping) {
    SparkConf conf = new SparkConf();
    conf.setIfMissing("spark.app.name", "lakeward " + mapping.pipeline());
    if (!conf.contains("spark.master")) {
      local(conf);
    }
    conf.setIfMissing("spark.ui.enabled", "false");
    conf.setIfMissing("spark.ui.showConsoleProgress", "false");
    // Timestamps must not depend on where the process runs.
    conf.set("spark.sql.session.timeZone", "UTC");
    conf.set("spark.sql.datetime.java8API.enabled", "true");
    catalog(mapping.lake().catalog(), conf);
    return SparkSession.builder().config(conf).getOrCreate();
  }

  private static void local(SparkConf conf) {
    conf.set("spark.master", "local[*]");
    conf.setIfMissing("spark.driver.host", LOOPBACK);
    conf.setIfMissing("spark.driver.bindAddress", LOOPBACK);
    conf.setIfMissing(
        "spark.sql.shuffle.partitions", String.valueOf(Runtime.getRuntime().availableProcessors()));
    // Spark creates this directory, which nobody uses, in the current one otherwise.
    conf.setIfMissing(
        "spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir") + "/lakeward-spark");
  }

  private static void catalog(Catalog catalog, SparkConf conf) {
    if (catalog.type() == CatalogType.SPARK) {
      return;
    }
    String prefix = "spark.sql.catalog." + catalog.name();
    conf.set(prefix, "org.apache.iceberg.spark.SparkCatalog");
    // A cached table would hide commits that were made outside of Spark.
    conf.set(prefix + ".cache-enabled", "false");
    for (Map.Entry<String, String> property : CatalogProperties.of(catalog).entrySet()) {
      conf.set(prefix + "." + property.getKey(), property.getValue());
    }
    conf.setIfMissing("spark.redaction.regex", secretNames(catalog, prefix));
  }

  private static String secretNames(Catalog catalog, String prefix) {
    Set<String> names = new LinkedHashSet<>();
    names.add("(?i)secret|password|token|jaas|credential|access[.-]?key");
    catalog.properties().hidden().forEach(name -> names.add(Pattern.quote(prefix + "." + name)));
    return String.join("|", names);
  }
}
