/** Caches the most recently used values: readers request part after part of the same run. */

/** Returns the cached value of a key, or makes it. Concurrent callers share one `make`; failures are not cached. */
export type RecentCache<Thing> = (
  key: string,
  make: () => Promise<Thing>,
  /** Checks whether a cached value is still valid, where it can become stale. */
  isCurrent?: (thing: Thing) => Promise<boolean>,
) => Promise<Thing>;

export function createRecentCache<Thing>(most: number): RecentCache<Thing> {
  const kept = new Map<string, Promise<Thing>>();
  return async (key, make, isCurrent = () => Promise.resolve(true)) => {
    const before = kept.get(key);
    if (before !== undefined && !(await isCurrent(await before)) && kept.get(key) === before) kept.delete(key);
    const known = kept.get(key);
    const thing = known ?? make();
    // Move the value to the end: the map is ordered from least to most recently used.
    kept.delete(key);
    kept.set(key, thing);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    try {
      return await thing;
    } catch (error) {
      if (kept.get(key) === thing) kept.delete(key);
      throw error;
    }
  };
}
