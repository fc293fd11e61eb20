package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.source.debezium.SourceBlock.Field;
import io.lakeward.source.json.Base64Text;
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
 * Digits in a text would be base64 too, and are refused.
 */
final class VitessPosition implements SourcePosition {

  private static final String ADVICE =
      "; set provide.transaction.metadata=true and transaction.metadata.factory="
          + "io.debezium.connector.vitess.pipeline.txmetadata."
          + "VitessOrderedTransactionMetadataFactory";

  /** Eight bytes in base64, with their padding. */
  private static final int LONGEST_RANK = 12;

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
    Field field = Field.TRANSACTION_RANK;
    if (source.hasNumber(field)) {
      return notNegative(source.number(field), source);
    } else if (!source.hasText(field)) {
      throw SourcePositions.missing("transaction.transaction_rank is missing" + ADVICE);
    } else if (source.isDigits(field)) {
      throw SourcePositions.missing(
          "transaction.transaction_rank is digits in a text: "
              + source.text(field)
              + "; it must be base64, as decimal.handling.mode=precise writes it, or a JSON number");
    } else if (source.length(field) > LONGEST_RANK) {
      throw unreadable(source);
    }
    byte[] bytes = new byte[Base64Text.mostBytes(LONGEST_RANK)];
    int length =
        Base64Text.decode(source.bytes(field), source.offset(field), source.length(field), bytes);
    if (length <= 0 || length > Long.BYTES) {
      throw unreadable(source);
    }
    return notNegative(Base64Text.number(bytes, length), source);
  }

  private static long notNegative(long rank, SourceBlock source) {
    if (rank < 0) {
      throw unreadable(source);
    }
    return rank;
  }

  private static RecordRefused unreadable(SourceBlock source) {
    Field field = Field.TRANSACTION_RANK;
    return SourcePositions.missing(
        "transaction.transaction_rank is no rank of 63 bits: "
            + (source.hasNumber(field) ? source.number(field) : source.text(field)));
  }
}
