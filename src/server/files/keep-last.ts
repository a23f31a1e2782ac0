/** Keeps the few things that were made last: readers ask for part after part of the same one. */

/** Gives what is kept under a key, else makes it. Those who ask at once share one making; a failure is not kept. */
export type KeepLast<Thing> = (
  key: string,
  make: () => Promise<Thing>,
  /** Where what is kept may have become something else. */
  isCurrent?: (thing: Thing) => Promise<boolean>,
) => Promise<Thing>;

export function keepLast<Thing>(most: number): KeepLast<Thing> {
  const kept = new Map<string, Promise<Thing>>();
  return async (key, make, isCurrent = () => Promise.resolve(true)) => {
    const before = kept.get(key);
    if (before !== undefined && !(await isCurrent(await before)) && kept.get(key) === before) kept.delete(key);
    const known = kept.get(key);
    const thing = known ?? make();
    // The one that is used is the newest again.
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
