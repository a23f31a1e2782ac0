/** Holds the fake judge to the contract of all judges, and the contract to telling good judges from bad ones. */
import { describe, expect, test } from "vitest";
import { answered, fakeJudge, fullMarks, inTurn } from "./fake-judge.ts";
import { testJudge } from "./suites/test-judge.ts";

const generous = { goal: fullMarks, environment: fullMarks, service: fullMarks, agent: fullMarks };

testJudge("fake with full marks", () => fakeJudge(generous), { deterministic: true });
testJudge("fake without replies", () => fakeJudge({}), { deterministic: true });

describe("fakeJudge", () => {
  const abort = new AbortController().signal;
  const question = { question: "service", interactions: [{ id: 7, categories: ["service"], content: "" }] } as never;

  test("a literal is the value of the answer", async () => {
    const judge = fakeJudge({ service: { audits: [] } });
    expect(await judge.ask(question, { abort, attempt: 1 })).toEqual(answered({ audits: [] }));
  });

  test("replies come in turn, and the last one stays", async () => {
    const judge = fakeJudge({ service: inTurn({ first: 1 }, fullMarks) });
    const full = answered({ audits: [{ id: 7, rationale: "as it should be", success: 1 }] });
    expect(await judge.ask(question, { abort, attempt: 1 })).toEqual(answered({ first: 1 }));
    expect(await judge.ask(question, { abort, attempt: 2 })).toEqual(full);
    expect(await judge.ask(question, { abort, attempt: 3 })).toEqual(full);
  });

  test("what it was asked is remembered", async () => {
    const judge = fakeJudge({});
    await judge.ask(question, { abort, attempt: 2, problem: "not an object" });
    expect(judge.asked).toEqual([{ question, attempt: 2, problem: "not an object" }]);
  });
});
