import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import type { AgentAdapter, AgentIO, AgentTask } from "../core/agent.ts";
import { Stop } from "../core/outcome.ts";
import { runAdapter } from "./run-adapter.ts";

function driven(run: AgentAdapter["run"], abort: AbortSignal) {
  return runAdapter({ name: "any", run }, {} as AgentTask, { abort } as AgentIO);
}

const done = { status: "completed", result: "done" } as const;
const never = () => new AbortController().signal;

test("what an adapter returns is its outcome; what it throws, and what is none, is a failure", async () => {
  expect(await driven(async () => done, never())).toEqual(done);
  expect(await driven(() => Promise.reject(new Error("no")), never())).toMatchObject({
    code: "protocol",
    message: "The adapter threw: no",
  });
  expect(await driven(async () => ({ status: "fine" }) as never, never())).toMatchObject({ code: "protocol" });
});

test.each([
  ["returned", async () => done],
  ["thrown", () => Promise.reject(new Error("no"))],
])("when it has %s, nobody listens to its signal any more", async (_how, run) => {
  const { signal } = new AbortController();
  await driven(run, signal);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("one that is told to stop and never returns is waited for only so long, and the reason to stop is its outcome", async () => {
  vi.useFakeTimers();
  try {
    const stop = new AbortController();
    const outcome = driven(() => new Promise(() => {}), stop.signal);
    stop.abort(new Stop("time", "scenario", "too long"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toEqual({ status: "stopped", by: "time", scope: "scenario", message: "too long" });
    expect([vi.getTimerCount(), getEventListeners(stop.signal, "abort")]).toEqual([0, []]);
  } finally {
    vi.useRealTimers();
  }
});
