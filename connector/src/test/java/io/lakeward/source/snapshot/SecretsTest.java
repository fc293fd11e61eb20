package io.lakeward.source.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

  private static final Map<String, String> OPTIONS =
      Map.of("user", "reader", "Password", "hunter2", "fetchsize", "10", "sslpassword", "");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:postgresql://db:5432/shop | jdbc:postgresql://db:5432/shop",
        "jdbc:postgresql://a:1,b:2/shop?password=hunter2&ssl=true | jdbc:postgresql://a:1,b:2/shop",
        "jdbc:mysql://reader:hunter2@db/shop?x=y | jdbc:mysql://db/shop",
        "jdbc:sqlserver://db:1433;databaseName=shop;password=hunter2 | jdbc:sqlserver://db:1433",
        "jdbc:oracle:thin:reader/hunter2@//db:1521/shop | jdbc:oracle",
        "jdbc:mysql://(host=db,password=hunter2)/shop | jdbc:mysql",
        "jdbc:sqlite:/data/shop.db | jdbc:sqlite",
        "jdbc:db2://db:50000/shop:user=reader;password=hunter2; | jdbc:db2://db:50000/shop",
        "jdbc:postgresql://[::1]:5432/shop | jdbc:postgresql://[::1]:5432/shop",
        "hunter2 | ***"
      })
  void theAddressIsShownWithoutThem(String url, String shown) {
    assertThat(Secrets.of(OPTIONS, url).shownUrl()).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:x://db/shop?user=reader&password=pa%20ss",
        "jdbc:x://db/shop?trustStorePassword=pa%20ss",
        "jdbc:x://db;PWD=pa ss;a=b",
        "jdbc:x://db/shop?accessToken=pa+ss",
        "jdbc:x://reader:pa ss@db/shop",
        "jdbc:x:thin:reader/pa ss@db:1521:shop",
        "jdbc:x://(host=db)(password=pa ss)/shop",
        "jdbc:x://address=(host=db)(user=r)(password=pa ss)/shop",
        "jdbc:x://db:50000/shop:user=reader;password=pa ss;"
      })
  void thoseOfTheAddressAreHidden(String url) {
    Secrets secrets = Secrets.of(Map.of(), url);
    assertThat(secrets.hiddenIn("cannot log in with pa ss at " + url))
        .isEqualTo("cannot log in with *** at " + secrets.shownUrl());
    assertThat(secrets.shownUrl()).doesNotContain("pa");
  }

  @Test
  void thoseOfOptionsAreHidden() {
    Secrets secrets = Secrets.of(OPTIONS, "jdbc:x://db/shop");
    assertThat(secrets.hiddenIn("reader/hunter2 with 10")).isEqualTo("reader/*** with 10");
  }

  @Test
  void longOnesAreHiddenAsAWhole() {
    Secrets secrets =
        Secrets.of(Map.of("password", "ab", "sslPassword", "abcd"), "jdbc:x://db/shop");
    assertThat(secrets.hiddenIn("abcd ab")).isEqualTo("*** ***");
  }

  @Test
  void exceptionsThatShowNoneAreKept() {
    Secrets secrets = Secrets.of(OPTIONS, "jdbc:x://db/shop");
    Exception harmless = new IllegalStateException("no such table", new RuntimeException("x"));
    assertThat(secrets.hiddenIn(harmless)).isSameAs(harmless);
    Exception telling =
        new IllegalStateException("cannot connect", new RuntimeException("as hunter2"));
    Throwable hidden = secrets.hiddenIn(telling);
    assertThat(hidden).hasMessageContaining("cannot connect").hasNoCause();
    assertThat(hidden).hasStackTraceContaining("exceptionsThatShowNoneAreKept");
  }
}
