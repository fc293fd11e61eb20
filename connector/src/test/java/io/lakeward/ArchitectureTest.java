package io.lakeward;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What may import what. The house is described in ARCHITECTURE.md. */
@AnalyzeClasses(packages = "io.lakeward", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final Path SOURCES = Path.of("src", "main", "java");

  @ArchTest
  static final ArchRule theCoreIsPlainJava =
      classes()
          .that()
          .resideInAnyPackage(
              "io.lakeward.error..",
              "io.lakeward.change..",
              "io.lakeward.mapping",
              "io.lakeward.autocdc..")
          .should()
          .onlyDependOnClassesThat(resideInAnyPackage("java..", "io.lakeward.."))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule onlyTheMappingFileKnowsYaml =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.lakeward.mapping.file")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("org.snakeyaml..", "org.yaml..", "..dataformat.yaml.."));

  @ArchTest
  static final ArchRule theMappingFileNeedsNoSpark =
      mayUse("mapping.file..", "mapping..", "error").andShouldUse("java..", "org.snakeyaml..");

  @ArchTest static final ArchRule errorUsesNone = mayUse("error", "error").rule();

  @ArchTest static final ArchRule change = mayUse("change..", "change..", "error").rule();

  @ArchTest static final ArchRule mapping = mayUse("mapping", "mapping", "error").rule();

  @ArchTest
  static final ArchRule autocdc = mayUse("autocdc..", "autocdc..", "change..", "error").rule();

  @ArchTest static final ArchRule row = mayUse("row..", "row..", "change..", "error").rule();

  @ArchTest
  static final ArchRule source =
      mayUse("source..", "source..", "row..", "change..", "error").rule();

  @ArchTest
  static final ArchRule lake =
      mayUse("lake..", "lake..", "source", "mapping", "autocdc..", "row..", "change..", "error")
          .rule();

  @ArchTest
  static final ArchRule observe = mayUse("observe..", "observe..", "change..", "error").rule();

  @ArchTest
  static final ArchRule nothingImportsTheCommands =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.lakeward.cli..")
          .should()
          .dependOnClassesThat(resideInAPackage("io.lakeward.cli.."));

  @ArchTest
  static final ArchRule noCycles = slices().matching("io.lakeward.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule packagesAreNamedAfterTheirSubject =
      noClasses()
          .should()
          .resideInAnyPackage(
              "..util..", "..utils..", "..common..", "..helper..", "..manager..", "..impl..");

  @ArchTest
  static final ArchRule classesAreNamedAfterTheirSubject =
      noClasses().should().haveNameMatching(".*(Utils?|Helper|Manager|Impl)");

  @Test
  void everyPackageSaysWhatItHolds() throws IOException {
    assertThat(packages())
        .isNotEmpty()
        .allSatisfy(p -> assertThat(p.resolve("package-info.java")).exists());
  }

  private static List<Path> packages() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(Path::getParent)
          .distinct()
          .toList();
    }
  }

  /** Of Lakeward's own packages, one may use these, itself among them. */
  private static Uses mayUse(String user, String... used) {
    return new Uses("io.lakeward." + user, Stream.of(used).map(p -> "io.lakeward." + p).toList());
  }

  private record Uses(String user, List<String> used) {

    ArchRule rule() {
      return noClasses()
          .that()
          .resideInAPackage(user)
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.lakeward..")
                  .and(
                      com.tngtech.archunit.base.DescribedPredicate.not(
                          resideInAnyPackage(used.toArray(String[]::new)))))
          .allowEmptyShould(true);
    }

    ArchRule andShouldUse(String... libraries) {
      String[] all = Stream.concat(used.stream(), Stream.of(libraries)).toArray(String[]::new);
      return classes()
          .that()
          .resideInAPackage(user)
          .should()
          .onlyDependOnClassesThat(resideInAnyPackage(all));
    }
  }
}
