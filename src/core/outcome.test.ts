import fc from "fast-check";
import { expect, test } from "vitest";
import { FailureCode, isMissing, type Outcome, classifyOutcome, Stop } from "./outcome.ts";

const facts = { calledTool: true, checkBroken: false, judgeFailed: false };
const failedWith = (code: FailureCode): Outcome => ({ status: "failed", code, message: "m" });

test.each([
  ["completed", { status: "completed", result: null }, {}, "completed"],
  ["exit", failedWith("exit"), {}, "agent"],
  ["agent", failedWith("agent"), {}, "agent"],
  ["oom", failedWith("oom"), {}, "agent"],
  ["setup", failedWith("setup"), {}, "infrastructure"],
  ["spawn", failedWith("spawn"), {}, "infrastructure"],
  ["auth", failedWith("auth"), {}, "infrastructure"],
  ["rate-limit", failedWith("rate-limit"), {}, "infrastructure"],
  ["network", failedWith("network"), {}, "infrastructure"],
  ["internal", failedWith("internal"), {}, "infrastructure"],
  ["protocol before a tool call", failedWith("protocol"), { calledTool: false }, "infrastructure"],
  ["protocol after a tool call", failedWith("protocol"), {}, "agent"],
  ["the scenario's time", new Stop("time", "scenario", "m").outcome(), {}, "agent"],
  ["the scenario's tokens", new Stop("tokens", "scenario", "m").outcome(), {}, "agent"],
  ["the run's time", new Stop("time", "run", "m").outcome(), {}, "notRun"],
  ["Ctrl-C", new Stop("user", "run", "m").outcome(), {}, "notRun"],
  ["a broken check", { status: "completed", result: null }, { checkBroken: true }, "check"],
  [
    "a broken check and a dead judge",
    { status: "completed", result: null },
    { checkBroken: true, judgeFailed: true },
    "check",
  ],
  ["a dead judge", { status: "completed", result: null }, { judgeFailed: true }, "judge"],
  ["a dead judge after a failed agent", failedWith("exit"), { judgeFailed: true }, "judge"],
  [
    "infrastructure before anything else",
    failedWith("setup"),
    { checkBroken: true, judgeFailed: true },
    "infrastructure",
  ],
] as const)("%s: %#", (_name, outcome, more, expected) => {
  expect(classifyOutcome({ outcome, ...facts, ...more })).toBe(expected);
});

test("no text an agent can produce changes the class", () => {
  const nasty = fc.oneof(
    fc.string(),
    fc.constantFrom("429", "ECONNRESET", "rate limit", "HTTP/1.1 401", "auth failed"),
  );
  fc.assert(
    fc.property(nasty, nasty, (message, result) => {
      expect(classifyOutcome({ ...facts, outcome: { status: "completed", result } })).toBe("completed");
      for (const code of FailureCode.options) {
        const one = classifyOutcome({ ...facts, outcome: { status: "failed", code, message } });
        expect(one).toBe(classifyOutcome({ ...facts, outcome: { status: "failed", code, message: "" } }));
      }
    }),
  );
});

test("missing runs are exactly those of class not run and infrastructure", () => {
  expect(isMissing(failedWith("setup"), true)).toBe(true);
  expect(isMissing(failedWith("exit"), true)).toBe(false);
  expect(isMissing(failedWith("protocol"), false)).toBe(true);
  expect(isMissing(new Stop("user", "run", "m").outcome(), true)).toBe(true);
});
