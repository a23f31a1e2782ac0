import { describe, expect, test } from "vitest";
import type { Clock } from "../../rate/clock.ts";
import { openRateLimiter } from "../../rate/rate-limiter.ts";
import { virtualClock } from "../../rate/virtual-clock.fixture.ts";
import { seededRandom } from "../seeded-random.fixture.ts";
import type { Sent } from "./attempt.ts";
import { deliver } from "./transport.ts";

const never = new AbortController().signal;

describe("with a provider of ten requests per second", () => {
  const warmUpMs = 20_000;

  interface Provider {
    readonly latencyMs: number;
    /** Answers take this share longer or shorter. */
    readonly varying: number;
    readonly retryAfterMs?: number;
  }

  /** A bucket of ten that fills at ten per second, as providers have them; who finds it empty is refused at once. */
  function bucketProvider(clock: Clock, { latencyMs, varying, retryAfterMs }: Provider) {
    const random = seededRandom(5);
    const [accepted, refused]: [number[], number[]] = [[], []];
    const bucket = { level: 10, at: 0 };
    const wait = retryAfterMs === undefined ? {} : { waitMs: retryAfterMs };
    const failure = { code: "rate-limit", why: "HTTP 429", again: true, reached: true, costUsd: 0, ...wait } as const;
    const send = async (): Promise<Sent<string>> => {
      const now = clock.now();
      bucket.level = Math.min(10, bucket.level + (now - bucket.at) / 100);
      bucket.at = now;
      const full = bucket.level >= 1;
      (full ? accepted : refused).push(now);
      if (full) bucket.level--;
      await clock.sleep(full ? latencyMs * (1 - varying + 2 * varying * random.fraction()) : 20);
      return full ? { status: "replied", reply: "yes" } : { status: "failed", failure };
    };
    return { send, accepted, refused };
  }

  test.each<Provider>([
    { latencyMs: 500, varying: 0 },
    { latencyMs: 500, varying: 0, retryAfterMs: 1_000 },
    { latencyMs: 500, varying: 0.3 },
    { latencyMs: 500, varying: 0.3, retryAfterMs: 1_000 },
    { latencyMs: 650, varying: 0.3 },
    { latencyMs: 650, varying: 0.3, retryAfterMs: 2_000 },
    { latencyMs: 780, varying: 0.5, retryAfterMs: 1_000 },
  ])("%o: at least 80 % of that is used, and less than 5 % refused", async (provider) => {
    const clock = virtualClock();
    const { send, accepted, refused } = bucketProvider(clock, provider);
    const world = { clock, rateLimiter: openRateLimiter({ clock }), random: seededRandom(), abort: never, retries: 0 };
    await Promise.all(Array.from({ length: 2_000 }, () => deliver(send, world)));
    const warm = (times: readonly number[]) => times.filter((time) => time > warmUpMs).length;
    const seconds = ((accepted.at(-1) ?? 0) - warmUpMs) / 1_000;
    expect(warm(accepted) / seconds).toBeGreaterThanOrEqual(8);
    expect(warm(refused) / (warm(accepted) + warm(refused))).toBeLessThan(0.05);
    // It did have something to adapt to.
    expect(world.rateLimiter.lowest).toBeLessThan(8);
  });
});
