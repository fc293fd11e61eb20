package io.lakeward.source.snapshot;

import java.io.Serializable;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;

/** Passes the success marker over where its name is not one that Spark passes over anyway. */
public final class ExceptMarker implements PathFilter, Configurable, Serializable {

  /** Hadoop's setting of the class that chooses among files. */
  static final String FILTER = "mapreduce.input.pathFilter.class";

  /** The setting with the marker's name. */
  static final String MARKER = "lakeward.snapshot.success_marker";

  private transient Configuration configuration;
  private String marker = "";

  @Override
  public boolean accept(Path path) {
    return !path.getName().equals(marker);
  }

  @Override
  public void setConf(Configuration given) {
    configuration = given;
    marker = given.get(MARKER, "");
  }

  @Override
  public Configuration getConf() {
    return configuration;
  }
}
