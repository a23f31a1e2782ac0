import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { Stop } from "../core/outcome.ts";
import { JobLimits, noRunLimits, RunLimits } from "./limits.ts";

const never = new AbortController().signal;

/** Time that passes only when it is told to. */
function standingClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.advanceTimersByTime(ms);
}

test("reaching the scenario's tokens stops the job and says so", () => {
  using job = new JobLimits({ time_minutes: 15, tokens: 100 }, noRunLimits, never);
  job.addReported({ input: 60, output: 30 });
  expect(job.abort.aborted).toBe(false);
  job.addReported({ input: 60, output: 30, cacheReadInput: 10 });
  expect(job.abort.reason).toMatchObject({ by: "tokens", scope: "scenario" });
});

test("streamed characters count as a fifth of a token until usage is reported", () => {
  using job = new JobLimits({ time_minutes: 15 }, noRunLimits, never);
  job.addStreamed(500);
  expect([job.tokens, job.isEstimated]).toEqual([100, true]);
  job.addReported({ input: 150, output: 0 });
  expect([job.tokens, job.isEstimated]).toEqual([150, false]);
});

test("the count never goes down", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(1000), fc.record({ input: fc.nat(500), output: fc.nat(500) }))), (steps) => {
      using job = new JobLimits({ time_minutes: 15 }, noRunLimits, never);
      let last = 0;
      for (const step of steps) {
        if (typeof step === "number") job.addStreamed(step);
        else job.addReported(step);
        expect(job.tokens).toBeGreaterThanOrEqual(last);
        last = job.tokens;
      }
    }),
  );
});

test("what a job uses is told to the run as it comes, and the run's stop is the job's", () => {
  using run = new RunLimits({});
  const told: (readonly [number, number | undefined])[] = [];
  const share = { abort: run.abort, spend: (tokens: number, costUsd?: number) => void told.push([tokens, costUsd]) };
  using job = new JobLimits({ time_minutes: 15 }, share, never);
  job.addReported({ input: 100, output: 0 }, 0.5);
  job.addReported({ input: 150, output: 0 });
  expect(told).toEqual([
    [100, 0.5],
    [50, undefined],
  ]);
  run.stop(new Stop("cost", "run", "enough"));
  run.stop(new Stop("tokens", "run", "later"));
  expect(job.abort.reason).toMatchObject({ by: "cost", scope: "run" });
});

test("time that earlier invocations took counts, and nearing the end is said once", () => {
  const pass = standingClock();
  using run = new RunLimits({ time_minutes: 1 });
  const said: string[] = [];
  run.start(60_000, (message) => said.push(message));
  pass(0);
  expect(run.abort.reason).toMatchObject({ by: "time", scope: "run" });
  expect(said).toEqual([]);
  using near = new RunLimits({ time_minutes: 1 });
  near.start(47_990, (message) => said.push(message));
  pass(9);
  expect(said).toEqual([]);
  pass(1);
  expect(near.abort.aborted).toBe(false);
  expect(said).toEqual(["80% of the run's limit of 1 min is used up"]);
});

test("time stops a job, and the first reason is the one that counts", () => {
  const pass = standingClock();
  using job = new JobLimits({ time_minutes: 1, tokens: 10 }, noRunLimits, never);
  pass(59_999);
  expect(job.abort.aborted).toBe(false);
  pass(1);
  job.addReported({ input: 50, output: 0 });
  expect(job.abort.reason).toBeInstanceOf(Stop);
  expect(job.abort.reason).toMatchObject({ by: "time", scope: "scenario" });
});

test("tokens of a later turn come on top of those before", () => {
  using job = new JobLimits({ time_minutes: 15, tokens: 100 }, noRunLimits, never);
  job.addReported({ input: 40, output: 0 });
  job.endTurn();
  job.beginTurn();
  job.addReported({ input: 10, output: 0 });
  expect([job.tokens, job.isEstimated, job.exhausted()]).toEqual([50, false, null]);
  job.addReported({ input: 60, output: 0 });
  expect(job.exhausted()).toBe("tokens");
  expect(job.abort.reason).toMatchObject({ by: "tokens", scope: "scenario" });
});

test("time stands still between turns, and less than a second is no room", () => {
  const pass = standingClock();
  using job = new JobLimits({ time_minutes: 1 }, noRunLimits, never);
  job.endTurn();
  expect(job.exhausted()).toBeNull();
  pass(90_000);
  expect([job.abort.aborted, job.exhausted()]).toEqual([false, null]);
  job.beginTurn();
  pass(59_001);
  job.endTurn();
  expect([job.abort.aborted, job.exhausted()]).toEqual([false, "time"]);
});

test("time that AXIS itself waits does not count, however many waits overlap", () => {
  const pass = standingClock();
  using job = new JobLimits({ time_minutes: 1 }, noRunLimits, never);
  pass(30_000);
  const first = job.hold();
  const second = job.hold();
  pass(100_000);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  pass(100_000);
  second[Symbol.dispose]();
  expect([job.abort.aborted, Math.round(job.heldMs)]).toEqual([false, 200_000]);
  pass(29_999);
  expect(job.abort.aborted).toBe(false);
  pass(1);
  expect(job.abort.reason).toMatchObject({ by: "time", scope: "scenario" });
});

test("a wait that outlives its turn does not start the clock", () => {
  const pass = standingClock();
  using job = new JobLimits({ time_minutes: 1 }, noRunLimits, never);
  const held = job.hold();
  job.endTurn();
  held[Symbol.dispose]();
  pass(120_000);
  expect(job.abort.aborted).toBe(false);
  job.beginTurn();
  pass(60_000);
  expect(job.abort.aborted).toBe(true);
});
