import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ModelCall, ModelCallEnding } from "../../core/model/model-call.ts";
import { classifyOutcome, type Outcome } from "../../core/outcome.ts";
import { applyModelFailure } from "./model-failure.ts";

const completed: Outcome = { status: "completed", result: "All done!" };
const crashed: Outcome = { status: "failed", code: "exit", message: "exit code 1" };
const outOfTime: Outcome = { status: "stopped", by: "time", scope: "scenario", message: "the agent reached 15 min" };

function call(parts: Partial<ModelCall>): ModelCall {
  return {
    at: "2026-01-01T00:00:00.000Z",
    provider: "anthropic",
    wire: "anthropic",
    model: "m",
    ending: "complete",
    status: 200,
    offersTools: true,
    calledTool: false,
    durationMs: 1,
    waitedMs: 0,
    attempts: 1,
    ...parts,
  };
}
const working = call({ calledTool: true });
const answered = call({});
const refusal = (status: number) => call({ ending: "status", status });
const codeAfter = (calls: readonly ModelCall[], said: Outcome = completed) => {
  const outcome = applyModelFailure(said, calls);
  return outcome.status === "failed" ? outcome.code : outcome.status;
};

describe("after an answer that called a tool, the next failure decides", () => {
  test.each([
    [refusal(401), "auth"],
    [refusal(403), "auth"],
    [refusal(429), "rate-limit"],
    [refusal(529), "rate-limit"],
    [refusal(500), "network"],
    [refusal(502), "network"],
    [refusal(503), "network"],
    [call({ ending: "unreachable", status: null }), "network"],
    [call({ ending: "dropped", status: null }), "network"],
    [call({ ending: "dropped", status: 200 }), "network"],
    [call({ ending: "silent", status: null }), "network"],
    [call({ ending: "unreadable", status: 200 }), "network"],
    [call({ ending: "redirected", status: 307 }), "network"],
  ])("%o", (failure, code) => {
    for (const said of [completed, crashed, outOfTime]) {
      expect(codeAfter([working, failure], said)).toBe(code);
      expect(codeAfter([failure], said)).toBe(code);
      expect(codeAfter([answered, working, refusal(500), failure], said)).toBe(code);
    }
  });
});

describe("the adapter decides", () => {
  test.each([
    ["a request that was wrong", [working, refusal(400)]],
    ["a model that does not exist", [working, refusal(404)]],
    ["a request that was too large", [working, refusal(413)]],
    ["a request that could not be processed", [working, refusal(422)]],
    ["a request that the gateway refused", [working, call({ ending: "refused", status: 403 })]],
    ["no request at all", []],
    ["a conversation that ended", [working, answered]],
    ["a failure after the end of the conversation", [working, answered, refusal(500)]],
    ["a failure from which the program recovered", [working, refusal(500), answered]],
    ["a failure of a request without tools", [working, call({ ending: "status", status: 500, offersTools: false })]],
    ["a request that the program gave up", [working, call({ ending: "left", status: 200 })]],
    ["a run that met the gateway's cap", [working, call({ ending: "capped", status: 429 }), refusal(429)]],
  ])("after %s", (_name, calls) => {
    for (const said of [completed, crashed, outOfTime]) expect(applyModelFailure(said, calls)).toBe(said);
  });
});

test("an outage that a program tells of, but the gateway did not see, is the agent's failure", () => {
  const claimed: Outcome = { status: "failed", code: "rate-limit", message: "429" };
  expect(codeAfter([working, answered], claimed)).toBe("agent");
  expect(codeAfter([working, answered, refusal(429)], claimed)).toBe("rate-limit");
  expect(codeAfter([working], claimed)).toBe("rate-limit");
  expect(codeAfter([], claimed)).toBe("rate-limit");
});

test("a program that was retrying when its time was over failed with its model, even in mid-request", () => {
  expect(codeAfter([working, refusal(500), call({ ending: "left", status: null })], outOfTime)).toBe("network");
});

test("a person, a budget and the run's own time limit stop a run, whatever the model did", () => {
  const stops: Outcome[] = [
    { status: "stopped", by: "user", scope: "run", message: "" },
    { status: "stopped", by: "cost", scope: "run", message: "" },
    { status: "stopped", by: "tokens", scope: "scenario", message: "" },
    { status: "stopped", by: "time", scope: "run", message: "" },
  ];
  for (const said of stops) expect(applyModelFailure(said, [working, refusal(500)])).toBe(said);
});

const anyCall = fc
  .record({
    ending: fc.constantFrom(...ModelCallEnding.options),
    status: fc.option(fc.constantFrom(200, 301, 400, 401, 403, 404, 413, 422, 429, 500, 503, 529)),
    offersTools: fc.boolean(),
    calledTool: fc.boolean(),
  })
  .map(call);
const anyOutcome = fc.oneof(
  fc.record({ status: fc.constant("completed" as const), result: fc.option(fc.string()) }),
  fc.record({
    status: fc.constant("failed" as const),
    code: fc.constantFrom("exit", "agent", "oom"),
    message: fc.string(),
  }),
  fc.constant(outOfTime),
) as fc.Arbitrary<Outcome>;

test("for any calls, the outcome is the adapter's own or an infrastructure failure", () => {
  fc.assert(
    fc.property(anyOutcome, fc.array(anyCall, { maxLength: 8 }), (said, calls) => {
      const outcome = applyModelFailure(said, calls);
      if (outcome === said) return;
      const facts = { outcome, calledTool: true, checkBroken: false, judgeFailed: false };
      expect(classifyOutcome(facts)).toBe("infrastructure");
    }),
  );
});

test("what the agent says never changes whether its model failed", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(anyCall, { maxLength: 8 }), (text, calls) => {
      const isOverruled = (said: Outcome) => applyModelFailure(said, calls) !== said;
      const talked = isOverruled({ status: "completed", result: `${text} 429 rate limit ECONNRESET` });
      expect(talked).toBe(isOverruled({ status: "failed", code: "agent", message: text }));
    }),
  );
});
