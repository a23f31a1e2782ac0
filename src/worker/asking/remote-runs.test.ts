import { expect, test } from "vitest";
import type { EndedRun, RunDispatcher, RunOrder } from "../../core/run/remote-runner.ts";
import type { Job } from "../../core/plan.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { ChangeSignal } from "../change-signal.ts";
import { RemoteRuns } from "./remote-runs.ts";

class Away extends Error {}

/** A desk whose runs end when a test says so. */
function fakeDesk() {
  const orders: RunOrder[] = [];
  const ended = new Map<string, EndedRun>();
  const troubles: Error[] = [];
  const desk: RunDispatcher = {
    pollMs: 60_000,
    isTransient: (error) => error instanceof Away,
    submit: async (order) => void orders.push(order),
    listEnded: async (ids) => {
      const trouble = troubles.shift();
      if (trouble !== undefined) throw trouble;
      return ids.flatMap((id) => ended.get(id) ?? []);
    },
    cancel: async (id) => {
      ended.set(id, { id, status: "cancelled", attempt: 0, reason: null });
      return "cancelled";
    },
    fetch: async ({ id }) => ({ detail: { runId: id } as RunDetail, artifact: async () => undefined }),
  };
  return { desk, orders, ended, troubles };
}

const job = {
  cell: { scenario: "task", agent: "maker", trial: 2 },
  agent: { name: "maker", config: { agent: "command", model: "m-1" } },
} as unknown as Job;

const request = (runId: string, abort = new AbortController().signal) => ({ runId, reportId: "r-1", abort });
const finished = (id: string): EndedRun => ({ id, status: "finished", attempt: 1, reason: "ok" });

test("a run is put in the queue as its cell, and comes back when it is over", async () => {
  const { desk, orders, ended } = fakeDesk();
  const bell = new ChangeSignal();
  await using runs = new RemoteRuns(desk, bell);
  const waiting = runs.run(job, request("run_1"));
  ended.set("run_1", finished("run_1"));
  bell.notify();
  expect((await waiting)?.detail.runId).toBe("run_1");
  expect(orders).toEqual([{ runId: "run_1", reportId: "r-1", cell: job.cell, model: "m-1" }]);
});

test("a desk that is away is looked at again; what will not pass is told to everybody who waits", async () => {
  const { desk, ended, troubles } = fakeDesk();
  const bell = new ChangeSignal();
  troubles.push(new Away());
  await using runs = new RemoteRuns(desk, bell);
  const patient = runs.run(job, request("run_1"));
  await expect.poll(() => troubles.length).toBe(0);
  ended.set("run_1", finished("run_1"));
  const rung = setInterval(() => bell.notify(), 5);
  expect(await patient).not.toBeNull();
  troubles.push(new Error("the token counts no more"));
  await expect(Promise.all([runs.run(job, request("run_2")), runs.run(job, request("run_3"))])).rejects.toThrow(
    "the token counts no more",
  );
  clearInterval(rung);
});

test("a run that is no longer wanted is cancelled, and is nothing", async () => {
  const { desk, ended } = fakeDesk();
  await using runs = new RemoteRuns(desk, new ChangeSignal());
  const stop = new AbortController();
  const waiting = runs.run(job, request("run_1", stop.signal));
  stop.abort();
  expect(await waiting).toBeNull();
  expect(ended.get("run_1")?.status).toBe("cancelled");
});

test("a run that is over is not cancelled when the others are", async () => {
  const { desk, ended } = fakeDesk();
  await using runs = new RemoteRuns(desk, new ChangeSignal());
  const stop = new AbortController();
  ended.set("run_1", finished("run_1"));
  await runs.run(job, request("run_1", stop.signal));
  const waiting = runs.run(job, request("run_2", stop.signal));
  stop.abort();
  expect(await waiting).toBeNull();
  expect([...ended.values()].map(({ id, status }) => [id, status])).toEqual([
    ["run_1", "finished"],
    ["run_2", "cancelled"],
  ]);
});
