package io.lakeward.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.pipeline.Findings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FindingsOutputTest {

  private static final Findings FOUND =
      new Findings(
          "lake.shop.prices",
          "public.prices in jdbc:postgresql://db/shop",
          new Findings.Counts(1200, 1, 1, 0, 0),
          3,
          1,
          List.of(
              "{\"kind\":\"different\",\"key\":{\"id\":1,\"part\":\"a\\u001b\"},\"columns\":"
                  + "{\"price\":{\"source\":1.50,\"lake\":0.0000001},\"name\":{\"source\":null,\"lake\":\"x\"}}}",
              "{\"kind\":\"missing\",\"key\":{\"id\":2,\"part\":\"\"},\"columns\":{}}"),
          new Findings.Standing(Optional.of("0/16B3748"), Findings.Feed.BEYOND),
          Optional.of(new Findings.Repair("{\"commit_lsn\":7}", 2, 0, 1)),
          List.of("the table has no such columns yet: c"));

  private static String written(Findings findings, ReconcileFormat format) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new FindingsOutput(findings, new PrintStream(bytes, true, UTF_8)).write(format);
    return bytes.toString(UTF_8);
  }

  @Test
  void peopleReadATable() throws IOException {
    assertThat(written(FOUND, ReconcileFormat.TABLE))
        .isEqualToNormalizingNewlines(
            """
            lake.shop.prices against public.prices in jdbc:postgresql://db/shop
            1,200 equal, 1 different, 1 missing, 0 extra (3 agreed on a second look) (1 may be on their way still)
            as of 0/16B3748 in the source's log, beyond which the feed was seen
            difference  key                 column  source  lake
            ----------  ------------------  ------  ------  ---------
            different   id=1, part=a\\u001b  price   1.50    0.0000001
                                            name    null    x
            missing     id=2, part=
            repaired at {"commit_lsn":7}: 2 applied, 0 superseded, 1 still differs
            note: the table has no such columns yet: c
            """);
  }

  @Test
  void programsReadOneObject() throws IOException {
    assertThat(written(FOUND, ReconcileFormat.JSON))
        .isEqualToNormalizingNewlines(
            """
            {"table":"lake.shop.prices","source":"public.prices in jdbc:postgresql://db/shop","equal":1200,\
            "different":1,"missing":1,"extra":0,"newer":0,"settled":3,"undecided":1,"position":"0/16B3748",\
            "feed_beyond_position":true,"examples":[{"kind":"different","key":{"id":1,"part":"a\\u001B"},\
            "columns":{"price":{"source":1.50,"lake":0.0000001},"name":{"source":null,"lake":"x"}}},\
            {"kind":"missing","key":{"id":2,"part":""},"columns":{}}],\
            "repair":{"position":"{\\"commit_lsn\\":7}","applied":2,"superseded":0,"remaining":1},\
            "notes":["the table has no such columns yet: c"]}
            """);
  }

  @Test
  void nothingMoreIsSaidOfEqualTables() throws IOException {
    Findings equal =
        new Findings(
            "t",
            "s",
            new Findings.Counts(1, 0, 0, 0, 2),
            0,
            0,
            List.of(),
            new Findings.Standing(Optional.empty(), Findings.Feed.NOT_SEEN_BEYOND),
            Optional.empty(),
            List.of());
    assertThat(written(equal, ReconcileFormat.TABLE))
        .isEqualToNormalizingNewlines(
            """
            t against s
            1 equal, 0 different, 0 missing, 0 extra, 2 newer
            """);
  }
}
