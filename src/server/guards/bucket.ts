/** Allowances by caller: a bucket that holds a burst and fills again with time. */
import type { Allowance } from "../limits.ts";

/** More callers than this are not remembered: the ones whose bucket is full again are forgotten first. */
const mostCallers = 10_000;

interface Bucket {
  left: number;
  atMs: number;
}

export interface Buckets {
  /** Takes one. Gives the seconds to wait where there is none, else 0. */
  take(caller: string): number;
  /** The same without taking. */
  wait(caller: string): number;
}

/** Buckets for one allowance; `nowMs` never runs backwards. */
export function createBuckets({ burst, perMinute }: Allowance, nowMs: () => number): Buckets {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  const leftIn = (bucket: Bucket, now: number) => Math.min(burst, bucket.left + (now - bucket.atMs) * perMs);
  const secondsUntilOne = (left: number) => (left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1_000)));

  function forgetFull(now: number): void {
    for (const [caller, bucket] of buckets) if (leftIn(bucket, now) >= burst) buckets.delete(caller);
    // All of them are in use: the oldest goes, so that memory stays bounded.
    const [oldest] = buckets.keys();
    if (buckets.size >= mostCallers && oldest !== undefined) buckets.delete(oldest);
  }

  return {
    take(caller) {
      const now = nowMs();
      const known = buckets.get(caller);
      const left = known === undefined ? burst : leftIn(known, now);
      const wait = secondsUntilOne(left);
      if (known === undefined && buckets.size >= mostCallers) forgetFull(now);
      buckets.set(caller, { left: wait === 0 ? left - 1 : left, atMs: now });
      return wait;
    },
    wait(caller) {
      const known = buckets.get(caller);
      return known === undefined ? 0 : secondsUntilOne(leftIn(known, nowMs()));
    },
  };
}
