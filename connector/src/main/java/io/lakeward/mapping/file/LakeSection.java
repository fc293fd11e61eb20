package io.lakeward.mapping.file;

import io.lakeward.mapping.Catalog;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.Lake;
import io.lakeward.mapping.Options;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code lake}: where the tables lie. */
final class LakeSection {
  private LakeSection() {}

  private static final String DEFAULT_NAME = "lake";

  private static final Key<String> NAME =
      new Key<>(
          "name",
          Scalars.name(
              Pattern.compile("[A-Za-z_][A-Za-z0-9_]*"), "a name of letters, digits and _"));
  private static final Key<CatalogType> TYPE = new Key<>("type", Scalars.choice(CatalogType.class));
  private static final Key<String> WAREHOUSE = new Key<>("warehouse", Scalars.PATH);
  private static final Key<Options> PROPERTIES = new Key<>("properties", Containers.OPTIONS);
  private static final List<Key<?>> CATALOG_KEYS = List.of(NAME, TYPE, WAREHOUSE, PROPERTIES);

  private static final Key<Catalog> CATALOG =
      new Key<>("catalog", Containers.section(CATALOG_KEYS, LakeSection::catalog));
  private static final Key<String> NAMESPACE =
      new Key<>(
          "namespace",
          Scalars.name(
              Pattern.compile("[\\p{L}\\p{N}_-]+(\\.[\\p{L}\\p{N}_-]+)*"),
              "a name of letters, digits, _ and -, with dots between levels"));

  /** The keys of the section. */
  static final List<Key<?>> KEYS = List.of(CATALOG, NAMESPACE);

  static Optional<Lake> read(Section section) {
    Optional<Catalog> catalog = section.require(CATALOG);
    Optional<List<String>> namespace =
        section.require(NAMESPACE).map(name -> List.of(name.split("\\.")));
    return catalog.flatMap(c -> namespace.map(n -> new Lake(c, n)));
  }

  private static Optional<Catalog> catalog(Section section) {
    Optional<String> name = section.has(NAME) ? section.get(NAME) : Optional.of(DEFAULT_NAME);
    Optional<CatalogType> type =
        section.has(TYPE) ? section.get(TYPE) : Optional.of(CatalogType.LOCAL);
    Optional<String> warehouse =
        type.isPresent() && type.get().needsWarehouse()
            ? section.require(WAREHOUSE)
            : section.get(WAREHOUSE);
    Options properties = section.get(PROPERTIES).orElse(Options.NONE);
    boolean sound = type.isPresent() && isComplete(section, type.get(), warehouse, properties);
    return sound
        ? name.map(n -> new Catalog(n, type.get(), warehouse, properties))
        : Optional.empty();
  }

  private static boolean isComplete(
      Section section, CatalogType type, Optional<String> warehouse, Options properties) {
    if (type == CatalogType.LOCAL && warehouse.filter(Reading::hasScheme).isPresent()) {
      section.report(
          WAREHOUSE, "a local catalog needs a directory, not an address", "Use another type");
      return false;
    }
    boolean remote = type == CatalogType.REST || type == CatalogType.JDBC;
    if (remote && !properties.values().containsKey("uri")) {
      section.report(
          PROPERTIES,
          "a " + type.key() + " catalog needs its address",
          "Write properties: {uri: …}");
      return false;
    }
    return warehouse.isPresent() || !type.needsWarehouse();
  }
}
