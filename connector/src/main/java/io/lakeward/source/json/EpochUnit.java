package io.lakeward.source.json;

/** The unit of a number that counts time since 1970, or since midnight. */
public enum EpochUnit {
  MILLIS(1_000L, 1L),
  MICROS(1L, 1L),
  NANOS(1L, 1_000L);

  private final long microsPerUnit;
  private final long unitsPerMicro;

  EpochUnit(long microsPerUnit, long unitsPerMicro) {
    this.microsPerUnit = microsPerUnit;
    this.unitsPerMicro = unitsPerMicro;
  }

  /**
   * The number in microseconds.
   *
   * @throws ArithmeticException where it has a part below a microsecond, or is too large
   */
  public long toMicros(long value) {
    if (value % unitsPerMicro != 0) {
      throw new ArithmeticException("a part below a microsecond");
    }
    return Math.multiplyExact(value / unitsPerMicro, microsPerUnit);
  }
}
