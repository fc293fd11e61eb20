package io.lakeward.source.expression;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.CurrentDate;
import org.apache.spark.sql.catalyst.expressions.CurrentTimestampLike;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.LocalTimestamp;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import scala.Function1;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/**
 * The current time in expressions of columns: that at which a task began to decode, the same for
 * all of its records. It is a column of the input, behind {@code _change}, so that the code which
 * is generated for an expression is the same for all tasks.
 */
final class Clock {

  /** No column of a source or of {@code _change} has such a name. */
  private static final String NAME = "current_timestamp()";

  private static final Set<String> FUNCTIONS =
      Set.of("current_timestamp", "now", "current_date", "curdate", "localtimestamp");

  private static final String UNIX_TIME = "unix_timestamp";

  private static final Pattern LITERAL =
      Pattern.compile(
          "\\b(date|timestamp|timestamp_ntz|timestamp_ltz)\\s*(['\"])\\s*(now|today|tomorrow|yesterday)\\b",
          Pattern.CASE_INSENSITIVE);

  private Clock() {}

  /** The input column that holds the time. */
  static AttributeReference attribute() {
    return new AttributeReference(
        NAME,
        DataTypes.TimestampType,
        false,
        Metadata.empty(),
        NamedExpression$.MODULE$.newExprId(),
        CollectionConverters.asScala(List.<String>of()).toSeq());
  }

  /** The present time, in micros since 1970. */
  static long micros() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toMicros(now.getEpochSecond())
        + TimeUnit.NANOSECONDS.toMicros(now.getNano());
  }

  /** The expression with the time of the input in place of the present. */
  static Expression stopped(Expression resolved, AttributeReference now) {
    return resolved.transformUp(new Stop(now));
  }

  private static final class Stop extends AbstractPartialFunction<Expression, Expression> {
    private final AttributeReference now;

    Stop(AttributeReference now) {
      this.now = now;
    }

    @Override
    public boolean isDefinedAt(Expression e) {
      return e instanceof CurrentTimestampLike
          || e instanceof CurrentDate
          || e instanceof LocalTimestamp;
    }

    @Override
    @SuppressWarnings("unchecked") // The caller takes any expression.
    public <A extends Expression, B> B applyOrElse(A e, Function1<A, B> otherwise) {
      if (e instanceof CurrentTimestampLike) {
        return (B) now;
      } else if (e instanceof CurrentDate date) {
        return (B) new Cast(now, date.dataType(), date.timeZoneId());
      } else if (e instanceof LocalTimestamp local) {
        return (B) new Cast(now, local.dataType(), local.timeZoneId());
      }
      return otherwise.apply(e);
    }
  }

  /**
   * Whether SQL has a literal that stands for the time at which it is parsed, such as {@code
   * timestamp'now'}: no expression shows it any more.
   */
  static boolean isLiteralIn(String sql) {
    return LITERAL.matcher(sql).find();
  }

  /** Whether a parsed expression asks for the current time, by what its functions are called. */
  static boolean isIn(Expression parsed) {
    return asks(parsed)
        || CollectionConverters.asJava(parsed.children()).stream().anyMatch(Clock::isIn);
  }

  private static boolean asks(Expression parsed) {
    if (parsed instanceof UnresolvedFunction function) {
      String name = last(CollectionConverters.asJava(function.nameParts()));
      return FUNCTIONS.contains(name) || (name.equals(UNIX_TIME) && function.arguments().isEmpty());
    } else if (parsed instanceof UnresolvedAttribute attribute) {
      List<String> parts = CollectionConverters.asJava(attribute.nameParts());
      return parts.size() == 1 && FUNCTIONS.contains(last(parts));
    }
    return parsed.children().isEmpty() && parsed.containsPattern(TreePattern.CURRENT_LIKE());
  }

  private static String last(List<String> parts) {
    return parts.get(parts.size() - 1).toLowerCase(Locale.ROOT);
  }
}
