import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Stop } from "../core/outcome.ts";
import { JobLimits, RunLimits } from "./limits.ts";

const never = new AbortController().signal;

test("reaching the scenario's tokens stops the job and says so", () => {
  using run = new RunLimits({});
  using job = new JobLimits({ time_minutes: 15, tokens: 100 }, run, never);
  job.report({ input: 60, output: 30 });
  expect(job.abort.aborted).toBe(false);
  job.report({ input: 60, output: 30, cacheReadInput: 10 });
  expect(job.abort.reason).toMatchObject({ by: "tokens", scope: "scenario" });
});

test("streamed characters count as a fifth of a token until usage is reported", () => {
  using run = new RunLimits({});
  using job = new JobLimits({ time_minutes: 15 }, run, never);
  job.stream(500);
  expect([job.tokens, job.estimated]).toEqual([100, true]);
  job.report({ input: 150, output: 0 });
  expect([job.tokens, job.estimated]).toEqual([150, false]);
});

test("the count never goes down", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(1000), fc.record({ input: fc.nat(500), output: fc.nat(500) }))), (steps) => {
      using run = new RunLimits({});
      using job = new JobLimits({ time_minutes: 15 }, run, never);
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

test("tokens of all jobs count against the run", () => {
  using run = new RunLimits({ tokens: 150 });
  using first = new JobLimits({ time_minutes: 15 }, run, never);
  using second = new JobLimits({ time_minutes: 15 }, run, never);
  first.report({ input: 100, output: 0 });
  expect(second.abort.aborted).toBe(false);
  second.report({ input: 50, output: 0 });
  expect(first.abort.reason).toMatchObject({ by: "tokens", scope: "run" });
});

test("time stops a job, and the first reason is the one that counts", async () => {
  using run = new RunLimits({});
  using job = new JobLimits({ time_minutes: 0.0001, tokens: 10 }, run, never);
  await wait(30);
  job.report({ input: 50, output: 0 });
  expect(job.abort.reason).toBeInstanceOf(Stop);
  expect(job.abort.reason).toMatchObject({ by: "time", scope: "scenario" });
});

test("tokens of a later turn come on top of those before", () => {
  using run = new RunLimits({});
  using job = new JobLimits({ time_minutes: 15, tokens: 100 }, run, never);
  job.report({ input: 40, output: 0 });
  job.endTurn();
  job.beginTurn();
  job.report({ input: 10, output: 0 });
  expect([job.tokens, job.estimated, job.exhausted()]).toEqual([50, false, null]);
  job.report({ input: 60, output: 0 });
  expect(job.exhausted()).toBe("tokens");
  expect(job.abort.reason).toMatchObject({ by: "tokens", scope: "scenario" });
});

test("time stands still between turns, and less than a second is no room", async () => {
  using run = new RunLimits({});
  using job = new JobLimits({ time_minutes: 0.02 }, run, never);
  job.endTurn();
  expect(job.exhausted()).toBeNull();
  await wait(1500);
  expect([job.abort.aborted, job.exhausted()]).toEqual([false, null]);
  job.beginTurn();
  await wait(400);
  job.endTurn();
  expect([job.abort.aborted, job.exhausted()]).toEqual([false, "time"]);
});
