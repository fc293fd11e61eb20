package io.lakeward.samples.shop.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The keys that a table holds, any of which can be drawn. The draw depends on the random numbers
 * and the order of additions and removals alone, so a script repeats from its seed.
 */
final class Keys<K> {

  private final List<K> keys = new ArrayList<>();
  private final Map<K, Integer> places = new HashMap<>();

  void add(K key) {
    if (places.put(key, keys.size()) != null) {
      throw new IllegalStateException("Key is there already: " + key);
    }
    keys.add(key);
  }

  void remove(K key) {
    Integer place = places.remove(key);
    if (place == null) {
      throw new IllegalStateException("Key is not there: " + key);
    }
    K last = keys.remove(keys.size() - 1);
    if (!last.equals(key)) {
      keys.set(place, last);
      places.put(last, place);
    }
  }

  boolean contains(K key) {
    return places.containsKey(key);
  }

  K draw(Random random) {
    return keys.get(random.nextInt(keys.size()));
  }

  int size() {
    return keys.size();
  }

  List<K> all() {
    return List.copyOf(keys);
  }
}
