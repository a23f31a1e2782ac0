/** The contract of queues: every driver must pass these cases. */
import { describe, expect, test } from "vitest";
import type { Delivery, Queue, QueuedRun } from "./queue.ts";

/** A queue on a separate store, with rows for the runs that are sent to it. */
export interface OpenedQueue extends AsyncDisposable {
  readonly queue: Queue;
  /** Inserts the row of a run; its token is sent separately. */
  addRun(agent: string, priority?: number): Promise<QueuedRun>;
}

/** Runs the contract against one driver. */
export function testQueue(name: string, open: () => Promise<OpenedQueue>): void {
  describe(`queue: ${name}`, () => {
    test("a token is given to only one taker", async () => {
      await using world = await open();
      await world.queue.send([await world.addRun("one")]);
      const taken = await Promise.all([
        world.queue.take(["one"]),
        world.queue.take(["one"]),
        world.queue.take(["one"]),
      ]);
      expect(taken.filter((delivery) => delivery !== undefined)).toHaveLength(1);
    });

    test("only tokens of the requested agents are given", async () => {
      await using world = await open();
      const run = await world.addRun("claude-code|opus");
      await world.queue.send([run]);
      expect(await world.queue.take(["claude-code", "other"])).toBeUndefined();
      expect((await world.queue.take(["other", "claude-code|opus"]))?.runId).toBe(run.runId);
    });

    test("higher priority comes first, then age", async () => {
      await using world = await open();
      const runs = [await world.addRun("one"), await world.addRun("one", 5), await world.addRun("one", 5)];
      for (const run of runs) await world.queue.send([run]);
      const order = [await world.queue.take(["one"]), await world.queue.take(["one"]), await world.queue.take(["one"])];
      expect(order.map((delivery) => delivery?.runId)).toEqual([runs[1], runs[2], runs[0]].map((run) => run?.runId));
    });

    test("a holder renews and completes its token once", async () => {
      await using world = await open();
      await world.queue.send([await world.addRun("one")]);
      const delivery = await takeDelivery(world.queue, "one");
      expect(await world.queue.renew(delivery)).toBe(true);
      expect(await world.queue.complete(delivery)).toBe(true);
      expect(await world.queue.complete(delivery)).toBe(false);
      expect(await world.queue.renew(delivery)).toBe(false);
    });

    test("a delayed token is not given before its time", async () => {
      await using world = await open();
      const run = await world.addRun("one");
      await world.queue.send([run], { delaySeconds: 600 });
      expect(await world.queue.take(["one"])).toBeUndefined();
      expect(await world.queue.hasToken(run)).toBe(true);
    });

    test("nothing is taken from an empty queue, nor from one that was never used", async () => {
      await using world = await open();
      expect(await world.queue.take(["never seen"])).toBeUndefined();
      expect(await world.queue.take([])).toBeUndefined();
      expect(await world.queue.takeDead()).toBeUndefined();
    });
  });
}

async function takeDelivery(queue: Queue, agent: string): Promise<Delivery> {
  const delivery = await queue.take([agent]);
  if (delivery === undefined) throw new Error("the queue has no token");
  return delivery;
}
