package io.lakeward.it.conformance;

import io.lakeward.it.conformance.Scenario.Event;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The ways to deliver one set of events; the table must be the same after each. */
enum Delivery {
  /** As the scenario has it. */
  BATCH_BY_BATCH {
    @Override
    List<List<Event>> batches(Scenario scenario) {
      return scenario.batches();
    }
  },
  /** All at once, in no order. */
  SHUFFLED_IN_ONE_BATCH {
    @Override
    List<List<Event>> batches(Scenario scenario) {
      return List.of(shuffled(scenario));
    }
  },
  /** Each alone, in no order. */
  ONE_EVENT_PER_BATCH {
    @Override
    List<List<Event>> batches(Scenario scenario) {
      return shuffled(scenario).stream().map(List::of).toList();
    }
  },
  /** Each twice, and then all of them again in no order. */
  REPEATED {
    @Override
    List<List<Event>> batches(Scenario scenario) {
      List<Event> twice = new ArrayList<>(scenario.events());
      twice.addAll(scenario.events());
      return List.of(twice, shuffled(scenario));
    }
  };

  private static final long SEED = 20260130;

  abstract List<List<Event>> batches(Scenario scenario);

  /** What fails must fail in the batch that the scenario says. */
  boolean suits(Scenario scenario) {
    return this == BATCH_BY_BATCH || scenario.error().isEmpty();
  }

  private static List<Event> shuffled(Scenario scenario) {
    List<Event> events = new ArrayList<>(scenario.events());
    Collections.shuffle(events, new Random(SEED));
    return events;
  }
}
