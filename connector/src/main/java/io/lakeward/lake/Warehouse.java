package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Catalog;
import io.lakeward.mapping.CatalogType;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Supplier;

/** The directory of a warehouse on this machine. Looked at first, since it fails fastest. */
final class Warehouse {
  private Warehouse() {}

  /** Creates the directory where it is absent. Warehouses elsewhere are left alone. */
  static void create(Catalog catalog) {
    directoryOf(catalog)
        .ifPresent(
            directory -> {
              if (Files.exists(directory) && !Files.isDirectory(directory)) {
                throw unusable(directory, "it is not a directory");
              }
              try {
                Files.createDirectories(directory);
              } catch (IOException e) {
                throw unusable(directory, "cannot create it: " + e);
              }
              if (!Files.isWritable(directory)) {
                throw unusable(directory, "no permission to write");
              }
            });
  }

  /** Refuses a directory in which there is no lake yet. */
  static void requireExisting(Catalog catalog) {
    directoryOf(catalog)
        .ifPresent(
            directory -> {
              boolean local = catalog.type() == CatalogType.LOCAL;
              if (!Files.exists(directory)) {
                throw unusable(directory, "it does not exist");
              } else if (!Files.isDirectory(directory)) {
                throw unusable(directory, "it is not a directory");
              } else if (local && !Files.exists(directory.resolve(CatalogProperties.LOCAL_FILE))) {
                throw unusable(directory, "it holds no " + CatalogProperties.LOCAL_FILE);
              }
            });
  }

  /** Does something while no other process does so in this local warehouse. */
  static synchronized <T> T alone(Catalog catalog, Supplier<T> action) {
    if (catalog.type() != CatalogType.LOCAL) {
      return action.get();
    }
    Path directory = directoryOf(catalog).orElseThrow();
    Path lockFile = directory.resolve(CatalogProperties.LOCAL_FILE + ".lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      return lock.isValid() ? action.get() : alone(catalog, action);
    } catch (IOException e) {
      throw unusable(directory, "cannot lock " + lockFile.getFileName() + ": " + e);
    }
  }

  private static Optional<Path> directoryOf(Catalog catalog) {
    return catalog
        .warehouse()
        .filter(path -> catalog.type().needsWarehouse() && path.startsWith("/"))
        .map(Path::of);
  }

  private static LakewardException unusable(Path directory, String why) {
    return LakewardException.of(ErrorCode.WAREHOUSE_UNUSABLE)
        .fact("warehouse", directory)
        .fact("because", why)
        .advice(
            "correct lake.catalog.warehouse in the mapping; a relative path counts from the"
                + " current directory; the first run creates it")
        .build();
  }
}
