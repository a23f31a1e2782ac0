import { expect, test } from "vitest";
import { estimateTimeLeft } from "./time-left.ts";

const ended = (agent: string, durationMs: number) => ({ agent, durationMs });

test("before a run has ended, nothing is said", () => {
  expect(estimateTimeLeft({ finished: [], running: [], queued: ["a"], concurrency: 1 })).toBeNull();
});

test("with several runs at once, the quickest one alone is no basis", () => {
  expect(estimateTimeLeft({ finished: [ended("a", 1)], running: [], queued: ["a"], concurrency: 4 })).toBeNull();
});

test("queued runs share the slots, and running ones take what is left of their agent's usual time", () => {
  const finished = [ended("a", 10), ended("a", 20), ended("b", 40)];
  expect(estimateTimeLeft({ finished, running: [], queued: ["a", "a", "a", "a"], concurrency: 2 })).toBe(30);
  const running = [{ agent: "b", elapsedMs: 10 }];
  expect(estimateTimeLeft({ finished, running, queued: ["a"], concurrency: 2 })).toBe(30);
  expect(estimateTimeLeft({ finished, running, queued: ["a"], concurrency: 1 })).toBe(45);
});

test("a run that takes longer than usual may end any moment", () => {
  const running = [{ agent: "a", elapsedMs: 500 }];
  expect(estimateTimeLeft({ finished: [ended("a", 10)], running, queued: [], concurrency: 1 })).toBe(0);
});

test("an agent without a finished run is expected to take as long as the others", () => {
  const finished = [ended("a", 10), ended("b", 30)];
  expect(estimateTimeLeft({ finished, running: [], queued: ["new"], concurrency: 1 })).toBe(20);
});
