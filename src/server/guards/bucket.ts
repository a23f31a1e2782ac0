/** Rate limits per caller: a bucket holds a burst and refills over time. */
import type { Allowance } from "../limits.ts";

/** Maximum number of callers to remember. Callers whose bucket is full again are forgotten first. */
const maxCallers = 10_000;

interface Bucket {
  left: number;
  atMs: number;
}

export interface Buckets {
  /** Takes one request from the bucket. Returns the seconds to wait if it is empty, else 0. */
  take(caller: string): number;
  /** Returns the same without taking one. */
  wait(caller: string): number;
}

/** Creates the buckets of one allowance; `nowMs` must never go backwards. */
export function createBuckets({ burst, perMinute }: Allowance, nowMs: () => number): Buckets {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  const leftIn = (bucket: Bucket, now: number) => Math.min(burst, bucket.left + (now - bucket.atMs) * perMs);
  const secondsUntilOne = (left: number) => (left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1_000)));

  function forgetFull(now: number): void {
    for (const [caller, bucket] of buckets) if (leftIn(bucket, now) >= burst) buckets.delete(caller);
    // If all buckets are in use, drop the oldest, so that memory stays bounded.
    const [oldest] = buckets.keys();
    if (buckets.size >= maxCallers && oldest !== undefined) buckets.delete(oldest);
  }

  return {
    take(caller) {
      const now = nowMs();
      const known = buckets.get(caller);
      const left = known === undefined ? burst : leftIn(known, now);
      const wait = secondsUntilOne(left);
      if (known === undefined && buckets.size >= maxCallers) forgetFull(now);
      buckets.set(caller, { left: wait === 0 ? left - 1 : left, atMs: now });
      return wait;
    },
    wait(caller) {
      const known = buckets.get(caller);
      return known === undefined ? 0 : secondsUntilOne(leftIn(known, nowMs()));
    },
  };
}
