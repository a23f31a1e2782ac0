import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Clock } from "./clock.ts";
import { openRateLimiter } from "./rate-limiter.ts";
import { virtualClock } from "./virtual-clock.fixture.ts";

const never = new AbortController().signal;

/** A clock that somebody else moves. */
function stoppedClock(): Clock & { time: number } {
  const clock = { time: 0, now: () => clock.time, sleep: () => new Promise<void>(() => {}) };
  return clock;
}

describe("the width", () => {
  test("is cut to 0.7 by a refusal, at most once in 15 s", () => {
    const clock = stoppedClock();
    const gate = openRateLimiter({ clock });
    expect(gate.limit).toBe(8);
    gate.recordRefusal();
    gate.recordRefusal();
    expect(gate.limit).toBe(5);
    clock.time = 14_999;
    gate.recordRefusal();
    expect(gate.limit).toBe(5);
    clock.time = 15_000;
    gate.recordRefusal();
    expect(gate.limit).toBe(3);
    expect(gate.lowest).toBe(3);
  });

  test("never falls below one", () => {
    const clock = stoppedClock();
    const gate = openRateLimiter({ clock, start: 2 });
    for (clock.time = 0; clock.time < 100_000; clock.time += 15_000) gate.recordRefusal();
    expect(gate.limit).toBe(1);
  });

  test("grows by one after a full round without a refusal, and a refusal begins the round anew", () => {
    const clock = stoppedClock();
    const gate = openRateLimiter({ clock });
    gate.recordRefusal();
    for (let answers = 0; answers < 4; answers++) gate.recordAnswer();
    gate.recordRefusal();
    for (let answers = 0; answers < 4; answers++) gate.recordAnswer();
    expect(gate.limit).toBe(5);
    gate.recordAnswer();
    expect(gate.limit).toBe(6);
  });

  test("a step up that is refused at once is taken back, down to the last cut", () => {
    const clock = stoppedClock();
    const gate = openRateLimiter({ clock });
    gate.recordRefusal();
    for (let answers = 0; answers < 5; answers++) gate.recordAnswer();
    expect(gate.limit).toBe(6);
    gate.recordRefusal();
    gate.recordRefusal();
    expect(gate.limit).toBe(5);
    for (let answers = 0; answers < 1_000; answers++) gate.recordAnswer();
    expect(gate.limit).toBe(5);
  });

  test("comes back to what was refused only after 15 s, and never rises above the start", () => {
    const clock = stoppedClock();
    const gate = openRateLimiter({ clock });
    gate.recordRefusal();
    for (let answers = 0; answers < 1_000; answers++) gate.recordAnswer();
    expect(gate.limit).toBe(7);
    clock.time = 15_000;
    for (let answers = 0; answers < 1_000; answers++) gate.recordAnswer();
    expect(gate.limit).toBe(8);
    expect(gate.lowest).toBe(5);
  });

  test("stays between one and the start, whatever happens", () => {
    const step = fc.oneof(
      fc.constant("recordRefusal" as const),
      fc.constant("recordAnswer" as const),
      fc.integer({ min: 0, max: 20_000 }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 200 }), (start, steps) => {
        const clock = stoppedClock();
        const gate = openRateLimiter({ clock, start });
        for (const what of steps) {
          const before = gate.limit;
          if (typeof what === "number") clock.time += what;
          else gate[what]();
          expect(gate.limit).toBeGreaterThanOrEqual(1);
          expect(gate.limit).toBeLessThanOrEqual(Math.min(start, before + 1));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("passing", () => {
  test("no more than the width are inside at once, and all get through in order", async () => {
    const clock = virtualClock();
    const gate = openRateLimiter({ clock, start: 3 });
    const entered: number[] = [];
    let inside = 0;
    let most = 0;
    const work = async (index: number) => {
      entered.push(index);
      most = Math.max(most, ++inside);
      await clock.sleep(100);
      inside--;
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => gate.run(() => work(index), never)));
    expect(most).toBe(3);
    expect(entered).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("work that fails gives its place back", async () => {
    const gate = openRateLimiter({ start: 1 });
    await expect(gate.run(() => Promise.reject(new Error("no")), never)).rejects.toThrow("no");
    expect(await gate.run(async () => "yes", never)).toBe("yes");
  });

  test("whoever is aborted while waiting leaves the queue, and the others go on", async () => {
    const gate = openRateLimiter({ start: 1 });
    const stop = new AbortController();
    let finish = () => {};
    const first = gate.run(() => new Promise<void>((resolve) => (finish = resolve)), never);
    const second = gate.run(async () => "second", stop.signal);
    const third = gate.run(async () => "third", never);
    stop.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
    finish();
    await first;
    expect(await third).toBe("third");
  });

  test("when the last one who waits is aborted, nothing is left that keeps the process alive", async () => {
    const sleeps: AbortSignal[] = [];
    const clock: Clock = {
      now: () => 0,
      sleep: (_durationMs, abort) =>
        new Promise((_resolve, reject) => {
          if (abort !== undefined) sleeps.push(abort);
          abort?.addEventListener("abort", () => reject(abort.reason as Error));
        }),
    };
    const gate = openRateLimiter({ clock });
    gate.recordRefusal(200_000);
    const stop = new AbortController();
    const both = [1, 2].map(() => gate.run(async () => "in", stop.signal));
    stop.abort(new Error("enough"));
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(sleeps.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("whoever comes aborted does not enter", async () => {
    const entered = openRateLimiter().run(async () => "in", AbortSignal.abort(new Error("too late")));
    await expect(entered).rejects.toThrow("too late");
  });

  test("nobody starts before the wait that one was told is over, and a shorter one does not shorten it", async () => {
    const clock = virtualClock();
    const gate = openRateLimiter({ clock });
    gate.recordRefusal(10_000);
    gate.recordRefusal(1_000);
    const starts = await Promise.all([1, 2, 3].map(() => gate.run(async () => clock.now(), never)));
    expect(starts).toEqual([10_000, 10_000, 10_000]);
  });

  test("once it is released everybody passes at once, whatever wait is due", async () => {
    const gate = openRateLimiter({ start: 1, clock: stoppedClock() });
    let finish = () => {};
    const first = gate.run(() => new Promise<void>((resolve) => (finish = resolve)));
    gate.recordRefusal(60_000);
    const others = [1, 2, 3].map((number) => gate.run(async () => number));
    gate.release();
    expect(await Promise.all(others)).toEqual([1, 2, 3]);
    expect(await gate.run(async () => "later")).toBe("later");
    finish();
    await first;
  });
});
