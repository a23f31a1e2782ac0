import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { VerifiedCheck } from "../../core/scenario/check.ts";
import { FailureCode, type Outcome } from "../../core/outcome.ts";
import { type EndingFacts, decideEnding } from "./outcome.ts";
import { sumTurnUsage } from "../turns/usage.ts";

const completed: Outcome = { status: "completed", result: "done" };
const failed = (code: FailureCode): Outcome => ({ status: "failed", code, message: "" });
const stopped = (by: "time" | "tokens" | "user", scope: "scenario" | "run"): Outcome => ({
  status: "stopped",
  by,
  scope,
  message: "",
});
const check = (score: number | null): VerifiedCheck => ({
  index: 0,
  status: score === null ? "broken" : "decided",
  score,
  rationale: "",
});
const good: EndingFacts = {
  outcome: completed,
  calledTool: true,
  usable: true,
  gating: { how: "green" },
  verified: [],
};

describe("how a run ended", () => {
  test.each<[string, Partial<EndingFacts>, string, string, boolean]>([
    ["a defect of AXIS", { outcome: failed("internal") }, "FAILED", "internal", false],
    ["failed setup", { outcome: failed("setup") }, "FAILED", "setup-failed", false],
    ["no program", { outcome: failed("spawn") }, "FAILED", "agent-missing", false],
    ["no key", { outcome: failed("auth") }, "FAILED", "agent-missing", false],
    ["a network that failed", { outcome: failed("network") }, "FAILED", "internal", false],
    ["a check that could not run", { verified: [check(null)] }, "FAILED", "internal", false],
    ["changes nobody could look at", { usable: null }, "FAILED", "internal", false],
    ["Ctrl-C", { outcome: stopped("user", "run") }, "FAILED", "cancelled", false],
    ["nothing left", { usable: false }, "FAILED", "no-output", true],
    ["a crash with nothing left", { usable: false, outcome: failed("exit") }, "FAILED", "agent-failed", true],
    ["its time, nothing left", { usable: false, outcome: stopped("time", "scenario") }, "FAILED", "time-limit", true],
    ["everybody's time", { usable: false, outcome: stopped("time", "run") }, "FAILED", "deadline", false],
    ["everybody's tokens", { usable: false, outcome: stopped("tokens", "run") }, "FAILED", "budget", false],
    ["a crash with something left", { outcome: failed("oom") }, "BLOCKED", "agent-failed", true],
    ["its tokens", { outcome: stopped("tokens", "scenario") }, "BLOCKED", "token-limit", true],
    ["everybody's time, something left", { outcome: stopped("time", "run") }, "BLOCKED", "deadline", false],
    ["a red gate", { gating: { how: "red", gate: "x", why: "exhausted" } }, "BLOCKED", "gate-exhausted", true],
    ["no time to repair", { gating: { how: "red", gate: "x", why: "time" } }, "BLOCKED", "time-limit", true],
    ["no tokens to repair", { gating: { how: "red", gate: "x", why: "tokens" } }, "BLOCKED", "token-limit", true],
    ["a check that said no", { verified: [check(10), check(9.99)] }, "BLOCKED", "check-failed", true],
    ["everything passed", { verified: [check(10)] }, "COMPLETED", "ok", true],
    ["no gates at all", { gating: null }, "COMPLETED", "ok", true],
  ])("%s", (_, facts, outcome, reason, counted) => {
    expect(decideEnding({ ...good, ...facts })).toEqual({ outcome, reason, counted });
  });

  test("without usable output no run completes, and COMPLETED always means ok", () => {
    const anyOutcome = fc.constantFrom(
      completed,
      stopped("time", "run"),
      stopped("user", "run"),
      ...FailureCode.options.map(failed),
    );
    const anyFacts = fc.record({
      outcome: anyOutcome,
      calledTool: fc.boolean(),
      usable: fc.constantFrom(true, false, null),
      gating: fc.constantFrom<EndingFacts["gating"]>(null, { how: "green" }, { how: "red", gate: "x", why: "time" }),
      verified: fc.array(fc.constantFrom(check(10), check(3), check(null)), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const ending = decideEnding(facts);
        expect(ending.outcome === "COMPLETED").toBe(ending.reason === "ok");
        if (facts.usable !== true) expect(ending.outcome).toBe("FAILED");
      }),
    );
  });
});

describe("usage of several turns", () => {
  const reading = { source: "cgroup2", limitBytes: 100, outOfMemory: 0 } as const;

  test("is the highest peak and the sums", () => {
    const turns = [
      { used: { ...reading, peakBytes: 10, throttledMs: 5 }, durationMs: 100 },
      { used: { ...reading, peakBytes: 7, throttledMs: 6 }, durationMs: 200 },
    ];
    expect(sumTurnUsage(turns)).toEqual({
      source: "cgroup2",
      peak_bytes: 10,
      limit_bytes: 100,
      throttled_ms: 11,
      agent_ms: 300,
    });
  });

  test("is unknown where one turn is unknown", () => {
    const turns = [
      { used: { ...reading, peakBytes: 10, throttledMs: null }, durationMs: 100 },
      { used: null, durationMs: 200 },
    ];
    expect(sumTurnUsage(turns)).toMatchObject({ peak_bytes: null, throttled_ms: null, agent_ms: 300 });
  });
});
