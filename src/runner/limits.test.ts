import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Stop } from "../core/outcome.ts";
import { JobLimits, noRunLimits, RunLimits } from "./limits.ts";

const never = new AbortController().signal;

test("reaching the scenario's tokens stops the job and says so", () => {
  using job = new JobLimits({ time_minutes: 15, tokens: 100 }, noRunLimits, never);
  job.report({ input: 60, output: 30 });
  expect(job.abort.aborted).toBe(false);
  job.report({ input: 60, output: 30, cacheReadInput: 10 });
  expect(job.abort.reason).toMatchObject({ by: "tokens", scope: "scenario" });
});

test("streamed characters count as a fifth of a token until usage is reported", () => {
  using job = new JobLimits({ time_minutes: 15 }, noRunLimits, never);
  job.stream(500);
  expect([job.tokens, job.estimated]).toEqual([100, true]);
  job.report({ input: 150, output: 0 });
  expect([job.tokens, job.estimated]).toEqual([150, false]);
});

test("the count never goes down", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(1000), fc.record({ input: fc.nat(500), output: fc.nat(500) }))), (steps) => {
      using job = new JobLimits({ time_minutes: 15 }, noRunLimits, never);
      let last = 0;
      for (const step of steps) {
        if (typeof step === "number") job.stream(step);
        else job.report(step);
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
  job.report({ input: 100, output: 0 }, 0.5);
  job.report({ input: 150, output: 0 });
  expect(told).toEqual([
    [100, 0.5],
    [50, undefined],
  ]);
  run.stop(new Stop("cost", "run", "enough"));
  run.stop(new Stop("tokens", "run", "later"));
  expect(job.abort.reason).toMatchObject({ by: "cost", scope: "run" });
});

test("time that earlier invocations took counts, and nearing the end is said once", async () => {
  using run = new RunLimits({ time_minutes: 1 });
  const said: string[] = [];
  run.start(60_000, (message) => said.push(message));
  await wait(20);
  expect(run.abort.reason).toMatchObject({ by: "time", scope: "run" });
  expect(said).toEqual([]);
  using near = new RunLimits({ time_minutes: 1 });
  near.start(47_990, (message) => said.push(message));
  await wait(60);
  expect(near.abort.aborted).toBe(false);
  expect(said).toEqual(["four fifths of the 1 min for the whole run are over"]);
});

test("time stops a job, and the first reason is the one that counts", async () => {
  using job = new JobLimits({ time_minutes: 0.0001, tokens: 10 }, noRunLimits, never);
  await wait(30);
  job.report({ input: 50, output: 0 });
  expect(job.abort.reason).toBeInstanceOf(Stop);
  expect(job.abort.reason).toMatchObject({ by: "time", scope: "scenario" });
});
