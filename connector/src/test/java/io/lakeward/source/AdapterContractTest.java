package io.lakeward.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.Operation;
import io.lakeward.change.SkipReason;
import io.lakeward.source.Adapters.Adapter;
import io.lakeward.source.Adapters.Sample;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of every adapter ({@link RecordFormat}, {@link RecordDecoder}, {@link Decoded}). */
class AdapterContractTest {

  @RegisterExtension static final TestCompiler COMPILER = new TestCompiler();
  @TempDir private static Path schemas;

  static List<Adapter> adapters() {
    return new Adapters(COMPILER.get(), schemas).all();
  }

  @ParameterizedTest
  @MethodSource("adapters")
  void withoutATableItSaysWhatTableItNeeds(Adapter adapter) {
    RecordShape shape = adapter.asked();
    assertThat(shape.keys()).containsExactly("id");
    assertThat(shape.columns())
        .extracting(RecordShape.Column::name)
        .containsExactlyInAnyOrder("id", "name", "price", "at", "tags", "more");
    assertThat(adapter.format().declaredShape().map(RecordShape::keys).orElse(List.of("id")))
        .containsExactly("id");
  }

  @ParameterizedTest
  @MethodSource("adapters")
  void aRowIsWrittenAndDeletedUnderOneKey(Adapter adapter) {
    RecordDecoder decoder = adapter.format().decoder(adapter.layout());
    DecodedChange written = only(decoder.decode(adapter.upsert().at(1)));
    byte[] key = written.key();
    assertThat(written.operation()).isEqualTo(Operation.UPSERT);
    assertThat(written.unauthored()).isEmpty();
    assertThat(written.sequence()).isNotEmpty();
    assertThat(written.row().getLong(ordinal(adapter.layout(), "id"))).isEqualTo(7);
    DecodedChange deleted = only(decoder.decode(adapter.delete().at(2)));
    assertThat(deleted.operation()).isEqualTo(Operation.DELETE);
    assertThat(deleted.key()).isEqualTo(key);
  }

  /** Nothing of a record is left in the decoder for the next one. */
  @ParameterizedTest
  @MethodSource("adapters")
  void aRecordIsDecodedAlikeWhateverCameBefore(Adapter adapter) {
    RecordDecoder decoder = adapter.format().decoder(adapter.layout());
    String first = described(adapter, decoder.decode(adapter.upsert().at(1)));
    List<Sample> between = new ArrayList<>(List.of(adapter.delete(), adapter.foreign()));
    between.add(adapter.upsert().with(new byte[] {0, 1, 2}));
    between.add(adapter.upsert().with(null));
    for (Sample sample : between) {
      decoder.decode(sample.at(2));
      assertThat(described(adapter, decoder.decode(adapter.upsert().at(1)))).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @MethodSource("adapters")
  void whatIsCutOffIsRejectedAndSaysWhy(Adapter adapter) {
    RecordDecoder decoder = adapter.format().decoder(adapter.layout());
    byte[] sound = adapter.upsert().value();
    for (int length = 0; length < sound.length; length++) {
      Sample cut = adapter.upsert().with(Arrays.copyOf(sound, length));
      Decoded decoded = decoder.decode(cut.at(1));
      assertThat(decoded).as("the first %d bytes", length).isInstanceOf(Decoded.Rejected.class);
      assertThat(((Decoded.Rejected) decoded).detail()).isNotBlank();
    }
  }

  @ParameterizedTest
  @MethodSource("adapters")
  void anotherEnvelopeIsNoChange(Adapter adapter) {
    Decoded decoded = adapter.format().decoder(adapter.layout()).decode(adapter.foreign().at(1));
    assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
  }

  /** Without value it is a tombstone; a delete needs a place, which these do not have. */
  @ParameterizedTest
  @MethodSource("adapters")
  void aRecordWithoutValueIsNoRow(Adapter adapter) {
    Decoded decoded =
        adapter.format().decoder(adapter.layout()).decode(adapter.upsert().with(null).at(1));
    if (!(decoded instanceof Decoded.Rejected)) {
      assertThat(decoded).isEqualTo(new Decoded.Skipped(SkipReason.TOMBSTONE));
    }
  }

  @ParameterizedTest
  @MethodSource("adapters")
  void aColumnThatTheTableLacksIsAskedForAndOneThatTheRecordLacksIsNot(Adapter adapter) {
    Layout whole = adapter.layout();
    List<Layout.Column> columns = new ArrayList<>(whole.columns());
    columns.removeIf(column -> column.name().equals("name"));
    columns.add(Layout.Column.value("later", DataTypes.StringType));
    Layout other = new Layout(columns, whole.sequenceType());
    Decoded decoded = adapter.format().decoder(other).decode(adapter.upsert().at(1));
    assertThat(decoded).isInstanceOf(Decoded.Unfit.class);
    assertThat(((Decoded.Unfit) decoded).shape().columns())
        .extracting(RecordShape.Column::name)
        .contains("name")
        .doesNotContain("later");
    columns.add(Layout.Column.value("name", DataTypes.StringType));
    Layout wider = new Layout(columns, whole.sequenceType());
    DecodedChange change = only(adapter.format().decoder(wider).decode(adapter.upsert().at(1)));
    assertThat(change.row().isNullAt(ordinal(wider, "later"))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("adapters")
  void theFormatTravelsToTasks(Adapter adapter) throws Exception {
    RecordFormat travelled = travel(adapter.format());
    Layout layout = adapter.layout();
    assertThat(described(adapter, travelled.decoder(layout).decode(adapter.upsert().at(1))))
        .isEqualTo(
            described(adapter, adapter.format().decoder(layout).decode(adapter.upsert().at(1))));
  }

  private static RecordFormat travel(RecordFormat format)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(format);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (RecordFormat) in.readObject();
    }
  }

  private static DecodedChange only(Decoded decoded) {
    assertThat(decoded).isInstanceOf(Decoded.Changes.class);
    List<DecodedChange> changes = ((Decoded.Changes) decoded).changes();
    assertThat(changes).hasSize(1);
    return changes.get(0);
  }

  private static int ordinal(Layout layout, String column) {
    return layout.columns().stream().map(Layout.Column::name).toList().indexOf(column);
  }

  /** All that a change says, before the next record overwrites it. */
  private static String described(Adapter adapter, Decoded decoded) {
    DecodedChange change = only(decoded);
    List<Object> row = new ArrayList<>();
    InternalRow values = change.row();
    List<Layout.Column> columns = adapter.layout().columns();
    for (int i = 0; i < columns.size(); i++) {
      DataType type = columns.get(i).type();
      row.add(values.isNullAt(i) ? null : String.valueOf(values.get(i, type)));
    }
    return change.operation()
        + Arrays.toString(change.key())
        + Arrays.toString(change.sequence())
        + Arrays.toString(change.unauthored())
        + row;
  }
}
