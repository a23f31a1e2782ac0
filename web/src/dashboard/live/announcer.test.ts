import { expect, test } from "vitest";
import { announce } from "./announcer.tsx";
import type { LiveEvent } from "./live.ts";

const event = (type: "run.queued" | "run.started" | "run.stage" | "run.finished"): LiveEvent => ({
  type,
  runId: "run_1",
  at: "2026-01-01T00:00:00.000Z",
  data: {},
});

test("what happened is one sentence with counts", () => {
  const events = [event("run.queued"), event("run.queued"), event("run.stage"), event("run.finished")];
  expect(announce(events)).toBe("2 runs queued, 1 run finished.");
});

test("steps inside a run and resets are not worth a word", () => {
  expect(announce([event("run.stage"), { type: "reset" }])).toBe("");
});
