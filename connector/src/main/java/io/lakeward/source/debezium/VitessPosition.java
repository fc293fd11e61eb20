package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.source.debezium.SourceBlock.Field;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Vitess: the epoch of the row's shard, the rank of the transaction in it, and the number of the
 * event in the transaction (Debezium's documentation, "Debezium connector for Vitess", "Ordered
 * transaction metadata"). The {@code vgtid} is no order: it has a set of transactions for each
 * shard, such sets are ordered in part only, and after a reshard they are of other shards. What the
 * connector adds for the purpose is needed therefore.
 *
 * <p>The rank is a decimal of scale 0: a number, or base64 of its bytes, as Connect writes it.
 */
final class VitessPosition implements SourcePosition {

  private static final String ADVICE =
      "; set provide.transaction.metadata=true and transaction.metadata.factory="
          + "io.debezium.connector.vitess.pipeline.txmetadata."
          + "VitessOrderedTransactionMetadataFactory";

  private static final StructType TYPE =
      new StructType()
          .add("transaction_epoch", DataTypes.LongType)
          .add("transaction_rank", DataTypes.LongType)
          .add("total_order", DataTypes.LongType)
          .add("streamed", DataTypes.IntegerType);

  @Override
  public List<String> connectors() {
    return List.of("vitess");
  }

  @Override
  public StructType type() {
    return TYPE;
  }

  /** Texts and binaries that an update did not touch, where rows are logged without them. */
  @Override
  public boolean leavesOutValues() {
    return true;
  }

  @Override
  public void write(SourceBlock source, int streamed, OrderedBytes out) {
    if (!source.hasNumber(Field.TRANSACTION_EPOCH)
        || !source.hasNumber(Field.TRANSACTION_TOTAL_ORDER)) {
      throw SourcePositions.missing(
          "transaction.transaction_epoch or transaction.total_order is missing" + ADVICE);
    }
    out.putPresent().putLong(source.number(Field.TRANSACTION_EPOCH));
    out.putPresent().putLong(rank(source));
    out.putPresent().putLong(source.number(Field.TRANSACTION_TOTAL_ORDER));
    out.putPresent().putLong(streamed);
  }

  private static long rank(SourceBlock source) {
    if (source.hasNumber(Field.TRANSACTION_RANK)) {
      return notNegative(source.number(Field.TRANSACTION_RANK), "");
    } else if (!source.hasText(Field.TRANSACTION_RANK)) {
      throw SourcePositions.missing("transaction.transaction_rank is missing" + ADVICE);
    }
    String text = source.text(Field.TRANSACTION_RANK);
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text.getBytes(StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw unreadable(text);
    }
    if (bytes.length == 0 || bytes.length > Long.BYTES) {
      throw unreadable(text);
    }
    long rank = bytes[0];
    for (int i = 1; i < bytes.length; i++) {
      rank = rank << 8 | (bytes[i] & 0xFF);
    }
    return notNegative(rank, text);
  }

  private static long notNegative(long rank, String text) {
    if (rank < 0) {
      throw unreadable(text.isEmpty() ? Long.toString(rank) : text);
    }
    return rank;
  }

  private static RecordRefused unreadable(String text) {
    return SourcePositions.missing("transaction.transaction_rank is no rank of 63 bits: " + text);
  }
}
