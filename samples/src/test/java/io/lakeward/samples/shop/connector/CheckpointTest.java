package io.lakeward.samples.shop.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.samples.shop.connector.Checkpoint.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {

  @TempDir Path directory;

  @Test
  void batchIsOpenFromItsOffsetsToItsCommit() throws IOException {
    Checkpoint checkpoint = new Checkpoint(directory);
    Batch batch = new Batch("orders", 10);
    write("orders/offsets/9");
    write("orders/commits/9");
    assertThat(checkpoint.open()).isEmpty();
    write("orders/offsets/10");
    write("orders/offsets/.10.crc");
    assertThat(checkpoint.open()).containsExactly(batch);
    write("orders/commits/10");
    assertThat(checkpoint.isOpen(batch)).isFalse();
  }

  @Test
  void firstBatchIsOpenBeforeThereAreCommits() throws IOException {
    write("shop/customers/offsets/0");
    assertThat(new Checkpoint(directory).open()).containsExactly(new Batch("customers", 0));
  }

  @Test
  void nothingIsOpenBeforeTheConnectorStarts() {
    assertThat(new Checkpoint(directory.resolve("none")).open()).isEmpty();
  }

  private void write(String file) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, "");
  }
}
