package io.lakeward.samples.shop.workload;

import io.lakeward.samples.shop.workload.Milestone.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * All that happens in the shop, as a function of a seed: the rows with which it opens, then
 * transactions of many kinds and, at fixed points between them, the milestones. The script keeps
 * track of the keys itself and never looks into the database.
 */
public final class Script implements Iterator<Step> {

  /** How many rows {@link #open} hands out. */
  public static final int OPENING_ROWS = Opening.SIZE;

  private static final int ROLLED_BACK_ONE_IN = 20;
  private static final int HELD_CHANGES = 60;

  /** What happens at which part of the way, in percent. */
  private record Appointment(int percent, Supplier<Milestone> milestone) {}

  private final Random random;
  private final int plannedChanges;
  private final Population population = new Population();
  private final Opening opening;
  private final CustomerDesk customers;
  private final Catalogue catalogue;
  private final OrderDesk orders;
  private final StockRoom stock;
  private final List<Supplier<Draft>> kinds = new ArrayList<>();
  private final Deque<Appointment> appointments = new ArrayDeque<>();
  private long changes;
  private Held held;

  /**
   * The script of this seed.
   *
   * @param plannedChanges after so many row changes it ends, with every milestone met
   */
  public Script(long seed, int plannedChanges) {
    this.random = new Random(seed);
    this.plannedChanges = plannedChanges;
    Values values = new Values(random);
    Rows rows = new Rows(values);
    opening = new Opening(random, rows, population);
    customers = new CustomerDesk(random, values, rows, population);
    catalogue = new Catalogue(random, values, rows, population);
    orders = new OrderDesk(random, values, rows, population);
    stock = new StockRoom(random, values, rows, population);
    weighKinds();
    makeAppointments();
  }

  private void weighKinds() {
    weigh(16, orders::place);
    weigh(20, orders::advance);
    weigh(5, orders::cancel);
    weigh(5, orders::replaceItems);
    weigh(4, orders::moveLine);
    weigh(14, customers::edit);
    weigh(3, customers::register);
    weigh(3, customers::renumber);
    weigh(3, customers::reopen);
    weigh(2, customers::close);
    weigh(2, customers::comeAndGo);
    weigh(12, catalogue::reprice);
    weigh(2, catalogue::rewrite);
    weigh(1, catalogue::introduce);
    weigh(1, catalogue::discontinue);
    weigh(2, catalogue::replace);
    weigh(3, catalogue::rename);
    weigh(2, catalogue::renameTwice);
    weigh(2, catalogue::swap);
    weigh(10, stock::count);
    weigh(6, stock::shift);
    weigh(4, stock::relocate);
    weigh(2, stock::promote);
  }

  private void weigh(int weight, Supplier<Draft> kind) {
    for (int i = 0; i < weight; i++) {
      kinds.add(kind);
    }
  }

  private void makeAppointments() {
    meet(12, () -> new Milestone(Event.ALTER_TABLE, customers.startRewarding()));
    meet(25, this::hold);
    meet(40, this::commitHeld);
    meet(50, () -> new Milestone(Event.KILL_CONNECTOR, List.of()));
    meet(65, () -> new Milestone(Event.TRUNCATE, stock.startSeason()));
    meet(75, () -> new Milestone(Event.ALTER_TABLE, catalogue.startWarranting()));
  }

  private void meet(int percent, Supplier<Milestone> milestone) {
    appointments.addLast(new Appointment(percent, milestone));
  }

  private Milestone hold() {
    held = catalogue.hold(HELD_CHANGES);
    return new Milestone(Event.HOLD_TRANSACTION, held.statements());
  }

  private Milestone commitHeld() {
    held.release();
    return new Milestone(Event.COMMIT_HELD, List.of());
  }

  /** Hands out the opening rows, table by table. To be called once, before the first step. */
  public void open(Consumer<Sql> rows) {
    opening.rows(rows);
  }

  @Override
  public boolean hasNext() {
    return changes < plannedChanges || !appointments.isEmpty();
  }

  private boolean isDue(Appointment next) {
    return next != null
        && (changes >= plannedChanges || changes * 100 >= (long) plannedChanges * next.percent());
  }

  @Override
  public Step next() {
    if (!hasNext()) {
      throw new NoSuchElementException("The script has ended");
    }
    if (isDue(appointments.peekFirst())) {
      return appointments.removeFirst().milestone().get();
    }
    Draft draft = kinds.get(random.nextInt(kinds.size())).get();
    Transaction transaction =
        random.nextInt(ROLLED_BACK_ONE_IN) == 0 ? draft.rollback() : draft.commit();
    changes += transaction.changes();
    return transaction;
  }
}
