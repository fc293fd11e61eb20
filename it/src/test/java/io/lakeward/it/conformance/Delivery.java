package io.lakeward.it.conformance;

import io.lakeward.it.conformance.Scenario.Event;
import io.lakeward.it.conformance.Scenario.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The ways to deliver one set of events; the table must be the same after each. */
enum Delivery {
  /** As the scenario has it. */
  BATCH_BY_BATCH {
    @Override
    List<List<Event>> batches(Step step) {
      return step.batches();
    }
  },
  /** All at once, in no order. */
  SHUFFLED_IN_ONE_BATCH {
    @Override
    List<List<Event>> batches(Step step) {
      return List.of(shuffled(step));
    }
  },
  /** Each alone, in no order. */
  ONE_EVENT_PER_BATCH {
    @Override
    List<List<Event>> batches(Step step) {
      return shuffled(step).stream().map(List::of).toList();
    }
  },
  /** Each twice, and then all of them again in no order. */
  REPEATED {
    @Override
    List<List<Event>> batches(Step step) {
      List<Event> twice = new ArrayList<>(step.events());
      twice.addAll(step.events());
      return List.of(twice, shuffled(step));
    }
  };

  private static final long SEED = 20260130;

  abstract List<List<Event>> batches(Step step);

  /** What fails by an event must fail in the batch that the scenario says. */
  boolean suits(Scenario scenario) {
    return this == BATCH_BY_BATCH
        || !(scenario.dependsOnDelivery() || scenario.steps().get(0).error().isPresent());
  }

  private static List<Event> shuffled(Step step) {
    List<Event> events = new ArrayList<>(step.events());
    Collections.shuffle(events, new Random(SEED));
    return events;
  }
}
