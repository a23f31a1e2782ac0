import { describe, expect, test } from "vitest";
import { virtualClock } from "../../rate/virtual-clock.fixture.ts";
import { seededRandom } from "../seeded-random.fixture.ts";
import type { Sent } from "./attempt.ts";
import type { RequestFailure } from "./failure.ts";
import { openRateLimiter } from "../../rate/rate-limiter.ts";
import { deliver } from "./transport.ts";

const never = new AbortController().signal;
const refused: RequestFailure = { code: "rate-limit", why: "HTTP 429", again: true, reached: true, costUsd: 0 };
const lost: RequestFailure = { code: "transport", why: "lost", again: true, reached: true, costUsd: null };

/** Fails in these ways, then replies. */
function failing(...failures: readonly RequestFailure[]) {
  let turn = 0;
  return async (): Promise<Sent<string>> => {
    const failure = failures[turn++];
    return failure === undefined ? { status: "replied", reply: "yes" } : { status: "failed", failure };
  };
}

function worldWith(fraction: number, retries = 10) {
  const clock = virtualClock();
  return {
    clock,
    rateLimiter: openRateLimiter({ clock }),
    random: { ...seededRandom(), fraction: () => fraction },
    abort: never,
    retries,
  };
}

describe("waiting before another try", () => {
  test("is full jitter below a bound that doubles from 2 s to 60 s", async () => {
    const world = worldWith(0.5);
    await deliver(failing(lost, lost, lost, lost, lost, lost, lost), world);
    expect(world.clock.slept).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test("is the same for refusals without a wait of their own, and these are no attempts", async () => {
    const world = worldWith(0.5, 0);
    expect(await deliver(failing(refused, refused, refused), world)).toMatchObject({ status: "replied" });
    expect(world.clock.slept).toEqual([1_000, 2_000, 4_000]);
  });

  test("may be no time at all, and still comes to an end", async () => {
    const world = worldWith(0);
    const forever = Array.from({ length: 100 }, () => refused);
    expect(await deliver(failing(...forever), world)).toMatchObject({ status: "failed", spending: { calls: 12 } });
  });

  test("is at least what the provider asked for, also after errors that are no refusals", async () => {
    const world = worldWith(0);
    await deliver(failing({ ...lost, waitMs: 9_000 }), world);
    expect(world.clock.now()).toBe(9_000);
  });

  test("is for everybody at the gate when the provider refused one", async () => {
    const world = worldWith(0);
    const starts: number[] = [];
    const others = Array.from({ length: 20 }, () =>
      deliver(async () => {
        starts.push(world.clock.now());
        await world.clock.sleep(10);
        return { status: "replied", reply: "yes" } as const;
      }, world),
    );
    const one = deliver(failing({ ...refused, waitMs: 300_000 }), world);
    await Promise.all([one, ...others]);
    expect(starts.filter((start) => start > 20 && start < 300_000)).toEqual([]);
    expect(starts.length).toBe(20);
  });

  test("of more than 300 s is the end, and holds nobody else up", async () => {
    const world = worldWith(0);
    expect(await deliver(failing({ ...refused, waitMs: 300_001 }), world)).toMatchObject({
      status: "failed",
      failure: { code: "rate-limit", why: "HTTP 429 (asks to wait 301 s, more than 300 s)" },
    });
    expect(await deliver(failing(), world)).toMatchObject({ status: "replied" });
    expect(world.clock.now()).toBe(0);
  });

  test("ends with an abort, and says what was spent until then", async () => {
    const stop = new AbortController();
    const world = { ...worldWith(0.5), abort: stop.signal };
    world.clock.sleep = () => {
      stop.abort(new Error("Ctrl-C"));
      return Promise.reject(stop.signal.reason as Error);
    };
    expect(await deliver(failing(lost), world)).toMatchObject({
      status: "failed",
      failure: { code: "stopped", why: "stopped: Ctrl-C" },
      spending: { calls: 1, costUsd: null },
    });
  });
});

describe("giving up", () => {
  test("what cannot get better is not tried again", async () => {
    const auth: RequestFailure = { code: "auth", why: "HTTP 401", again: false, reached: true, costUsd: 0 };
    expect(await deliver(failing(auth), worldWith(0))).toEqual({
      status: "failed",
      failure: auth,
      spending: { calls: 1, costUsd: 0 },
    });
  });

  test("a mistake of our own is thrown, and the place at the gate is given back", async () => {
    const world = worldWith(0);
    const one = { ...world, rateLimiter: openRateLimiter({ clock: world.clock, start: 1 }) };
    await expect(deliver(() => Promise.reject(new TypeError("ours")), one)).rejects.toThrow("ours");
    expect(await deliver(failing(), one)).toMatchObject({ status: "replied" });
  });
});
