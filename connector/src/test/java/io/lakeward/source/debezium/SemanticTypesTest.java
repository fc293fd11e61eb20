package io.lakeward.source.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.xbean.asm9.ClassReader;
import org.apache.xbean.asm9.ClassVisitor;
import org.apache.xbean.asm9.FieldVisitor;
import org.apache.xbean.asm9.Opcodes;
import org.junit.jupiter.api.Test;

/** Debezium's own classes tell which semantic types there are; none may be without a case. */
class SemanticTypesTest {

  private static final Path JARS = Path.of("target", "debezium");
  private static final Set<String> CONSTANTS = Set.of("LOGICAL_NAME", "SCHEMA_NAME");
  private static final String NAMESPACE = "io.debezium.";

  @Test
  void everyTypeOfDebeziumHasACase() throws IOException {
    Set<String> tested = new TreeSet<>();
    TypeCase.all().forEach(row -> addNames(row.schema(), tested));
    Set<String> existing = new TreeSet<>();
    try (Stream<Path> jars = Files.list(JARS)) {
      for (Path jar : jars.toList()) {
        existing.addAll(namesIn(jar));
      }
    }
    assertThat(existing).contains("io.debezium.time.Date", "io.debezium.data.Ltree");
    assertThat(tested).containsAll(existing);
  }

  private static void addNames(JsonNode schema, Set<String> names) {
    names.addAll(schema.findValuesAsText("name"));
  }

  private static Set<String> namesIn(Path jar) throws IOException {
    Set<String> names = new TreeSet<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<? extends ZipEntry> classes =
          zip.stream().filter(entry -> entry.getName().endsWith(".class")).toList();
      for (ZipEntry entry : classes) {
        new ClassReader(zip.getInputStream(entry).readAllBytes())
            .accept(new Names(names), ClassReader.SKIP_CODE);
      }
    }
    return names;
  }

  private static final class Names extends ClassVisitor {

    private final Set<String> names;

    Names(Set<String> names) {
      super(Opcodes.ASM9);
      this.names = names;
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      if (CONSTANTS.contains(name) && value instanceof String text && text.startsWith(NAMESPACE)) {
        names.add(text);
      }
      return super.visitField(access, name, descriptor, signature, value);
    }
  }
}
