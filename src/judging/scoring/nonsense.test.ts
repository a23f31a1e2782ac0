/** What a judge may say wrong, and that none of it ever becomes a number. */
import { describe, expect, test } from "vitest";
import type { Answer } from "../../core/judge.ts";
import { answered, type FakeReply, fakeJudge, fullMarks, inTurn } from "../../testing/fake-judge.ts";
import { axisResult } from "./axis-result.ts";
import { sampleJudgedChecks, sampleEvidence, sampleDeps } from "./sample-evidence.ts";

const evidence = sampleEvidence(
  [{ categories: ["environment"] }, { categories: ["service"] }, { categories: ["agent"] }],
  {
    checks: sampleJudgedChecks("first", "second"),
  },
);
const generous = { goal: fullMarks, environment: fullMarks, service: fullMarks, agent: fullMarks };

const good = { index: 1, rationale: "seen", score: 10 };
const grade = (score: unknown) => ({ grades: [{ index: 0, rationale: "seen", score }, good] });
const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;
const trap = Object.defineProperty({}, "grades", {
  get() {
    throw new Error("it is a trap");
  },
});

/** What is said, and what is wrong with it. */
const goalReplies: readonly (readonly [string, unknown, string])[] = [
  ["nothing", undefined, "the answer is not an object"],
  ["null", null, "the answer is not an object"],
  ["empty text", "", "the answer is not an object"],
  ["HTML", "<html><body>502 Bad Gateway</body></html>", "the answer is not an object"],
  ["half a JSON", '{"grades": [{"index": 0, "sco', "the answer is not an object"],
  ["JSON as text", JSON.stringify(grade(10)), "the answer is not an object"],
  ["a refusal", "I cannot help with that.", "the answer is not an object"],
  ["a number", 10, "the answer is not an object"],
  ["NaN", NaN, "the answer is not an object"],
  ["true", true, "the answer is not an object"],
  ["a list", [grade(10)], "the answer is not an object"],
  ["a function", () => grade(10), "the answer is not an object"],
  ["{}", {}, '"grades" is not a list'],
  ["the bare list under another name", { scores: grade(10).grades }, '"grades" is not a list'],
  ["grades null", { grades: null }, '"grades" is not a list'],
  ["grades by index", { grades: { 0: good, 1: good } }, '"grades" is not a list'],
  ["grades as text", { grades: "10, 10" }, '"grades" is not a list'],
  ["a cycle", cycle, '"grades" is not a list'],
  ["something that throws when read", trap, "the answer could not be read: it is a trap"],
  ["no grade at all", { grades: [] }, "check 0, 1: no answer"],
  ["one grade missing", { grades: [good] }, "check 0: no answer"],
  ["items that are no objects", { grades: [null, 10, "10", [0, 10], good] }, "check 0: no answer"],
  ["ids nobody asked about", { grades: [{ ...good, index: 7 }, { ...good, index: -1 }, good] }, "check 0: no answer"],
  ["an index as text", { grades: [{ ...good, index: "0" }, good] }, "check 0: no answer"],
  ["half an index", { grades: [{ ...good, index: 0.5 }, good] }, "check 0: no answer"],
  ["11 of 10", grade(11), "check 0: score: Too big: expected number to be <=10"],
  ["a trifle above 10", grade(10.000001), "check 0: score: Too big: expected number to be <=10"],
  ["-1", grade(-1), "check 0: score: Too small: expected number to be >=0"],
  ['"8"', grade("8"), "check 0: score: Invalid input: expected number, received string"],
  ["a score of NaN", grade(NaN), "check 0: score: Invalid input: expected number, received NaN"],
  ["infinity", grade(Infinity), "check 0: score: Invalid input: expected number, received Infinity"],
  ["a score of null", grade(null), "check 0: score: Invalid input: expected number, received null"],
  ["no score", grade(undefined), "check 0: score: Invalid input: expected number, received undefined"],
  ["a score of true", grade(true), "check 0: score: Invalid input: expected number, received boolean"],
  ["8/10 as text", grade("8/10"), "check 0: score: Invalid input: expected number, received string"],
  ["a score in an object", grade({ value: 8 }), "check 0: score: Invalid input: expected number, received object"],
  ["a big integer", grade(8n), "check 0: score: Invalid input: expected number, received bigint"],
  [
    "the same grade twice",
    { grades: [{ ...good, index: 0 }, { ...good, index: 0 }, good] },
    "check 0: answered more than once",
  ],
  [
    "three grades for one",
    { grades: [8, 9, 8].map((score) => ({ ...good, index: 0, score })).concat(good) },
    "check 0: answered more than once",
  ],
  [
    "a bad grade and a good one",
    { grades: [{ ...good, index: 0, score: 11 }, { ...good, index: 0 }, good] },
    "check 0: answered more than once",
  ],
  [
    "no rationale",
    { grades: [{ index: 0, score: 8 }, good] },
    "check 0: rationale: Invalid input: expected string, received undefined",
  ],
  [
    "a rationale that is no text",
    { grades: [{ ...good, index: 0, rationale: 8 }, good] },
    "check 0: rationale: Invalid input: expected string, received number",
  ],
];

const audit = { id: 1, rationale: "ran", success: 1, weight: 1, contextRelevance: 1 };
const necessity = { rationale: "all needed", unnecessaryIds: [], score: 1 };
const audits = (fields: object) => ({
  audits: [
    { ...audit, ...fields },
    { ...audit, id: 2 },
    { ...audit, id: 3 },
  ],
  necessity,
});
const whole = (fields: object) => ({ ...audits({}), necessity: { ...necessity, ...fields } });

const agentReplies: readonly (readonly [string, unknown, string])[] = [
  ["no audits", { necessity }, '"audits" is not a list'],
  ["two audits of three", { audits: audits({}).audits.slice(1), necessity }, "interaction 1: no answer"],
  ["success above 1", audits({ success: 1.01 }), "interaction 1: success: Too big: expected number to be <=1"],
  ["success in percent", audits({ success: 100 }), "interaction 1: success: Too big: expected number to be <=1"],
  ["a negative weight", audits({ weight: -0.1 }), "interaction 1: weight: Too small: expected number to be >=0"],
  [
    "no weight",
    audits({ weight: undefined }),
    "interaction 1: weight: Invalid input: expected number, received undefined",
  ],
  [
    "relevance as text",
    audits({ contextRelevance: "1" }),
    "interaction 1: contextRelevance: Invalid input: expected number, received string",
  ],
  ["an audit twice", { audits: [audit, ...audits({}).audits], necessity }, "interaction 1: answered more than once"],
  ["no necessity", { audits: audits({}).audits }, "necessity: Invalid input: expected object, received undefined"],
  [
    "necessity as a number",
    { ...audits({}), necessity: 1 },
    "necessity: Invalid input: expected object, received number",
  ],
  ["necessity of 2", whole({ score: 2 }), "necessity: score: Too big: expected number to be <=1"],
  ["necessity of NaN", whole({ score: NaN }), "necessity: score: Invalid input: expected number, received NaN"],
  [
    "necessity without ids",
    whole({ unnecessaryIds: undefined }),
    "necessity: unnecessaryIds: Invalid input: expected array, received undefined",
  ],
  [
    "ids as text",
    whole({ unnecessaryIds: ["1"] }),
    "necessity: unnecessaryIds.0: Invalid input: expected number, received string",
  ],
  [
    "two problems",
    { ...audits({ success: "1" }), necessity: null },
    "interaction 1: success: Invalid input: expected number, received string; necessity: Invalid input: expected object, received null",
  ],
];

const executionReplies: readonly (readonly [string, unknown, string])[] = [
  [
    "success of NaN",
    { audits: [{ ...audit, success: NaN }] },
    "interaction 1: success: Invalid input: expected number, received NaN",
  ],
  [
    "success as a word",
    { audits: [{ ...audit, success: "ok" }] },
    "interaction 1: success: Invalid input: expected number, received string",
  ],
  ["the interaction of another category", { audits: [{ ...audit, id: 2 }] }, "interaction 1: no answer"],
];

const noAnswer = "the reply is neither answered, declined nor failed, with a reason";

/** Replies that are no answers at all: a judge in code can return anything. */
const envelopes: readonly (readonly [string, () => unknown, string])[] = [
  ["undefined", () => undefined, noAnswer],
  ["null", () => null, noAnswer],
  ["text", () => "10", noAnswer],
  ["the value alone", () => grade(10), noAnswer],
  ["an unknown status", () => ({ status: "ok", value: grade(10) }), noAnswer],
  ["declining without a reason", () => ({ status: "declined" }), noAnswer],
  ["answered, without a value", () => ({ status: "answered" }), "the answer is not an object"],
  [
    "an error thrown",
    () => {
      throw new Error("socket hang up");
    },
    "socket hang up",
  ],
  [
    "an error without a word",
    () => {
      throw new Error();
    },
    "it failed without a reason",
  ],
  ["failed", () => ({ status: "failed", why: "HTTP 500" }), "HTTP 500"],
];

async function scoreWith(question: keyof typeof generous, reply: FakeReply) {
  return axisResult(evidence, sampleDeps(fakeJudge({ ...generous, [question]: reply })));
}

const gaveUp = (problem: string) => `judge "fake" gave no usable answer in 2 attempts: ${problem}`;

const cases = [
  ...goalReplies.map(
    ([name, value, problem]) => ({ name, question: "goal", reply: () => answered(value), problem }) as const,
  ),
  ...agentReplies.map(
    ([name, value, problem]) => ({ name, question: "agent", reply: () => answered(value), problem }) as const,
  ),
  ...executionReplies.map(
    ([name, value, problem]) => ({ name, question: "environment", reply: () => answered(value), problem }) as const,
  ),
  ...envelopes.map(
    ([name, reply, problem]) => ({ name, question: "goal", reply: reply as () => Answer, problem }) as const,
  ),
];
const dimensionOf = { goal: "goalAchievement", environment: "environment", agent: "agent" } as const;

describe.each(cases)("$question question, $name", ({ question, reply, problem }) => {
  test("leaves the dimension and the AXIS Result null with that reason", async () => {
    const { score } = await scoreWith(question, reply);
    const dimension = score[dimensionOf[question]];
    expect(dimension).toMatchObject({ status: "unscored", applicable: true, score: null, reason: gaveUp(problem) });
    expect(score.axisScore).toBeNull();
    expect(score.reason).toBe(`${question}: ${gaveUp(problem)}`);
    expect(score.judging[question]?.attempts).toBe(2);
  });

  test("is forgotten when the second attempt is good", async () => {
    const { score } = await scoreWith(question, inTurn(reply, fullMarks));
    expect(score[dimensionOf[question]]).toMatchObject({ status: "scored", score: question === "goal" ? 100 : 96 });
    expect(score.axisScore).toBe(98);
  });
});

test("good parts are kept, and the next attempt asks only for what is missing and says what was wrong", async () => {
  const judge = fakeJudge({
    ...generous,
    goal: inTurn(grade(11), { grades: [{ index: 0, rationale: "now", score: 4 }] }),
  });
  const { score, replies } = await axisResult(evidence, sampleDeps(judge));
  const asked = judge.asked.filter(({ question }) => question.question === "goal");
  expect(asked.map(({ attempt, problem }) => [attempt, problem])).toEqual([
    [1, undefined],
    [2, "check 0: score: Too big: expected number to be <=10"],
  ]);
  expect(asked[1]?.question).toMatchObject({ checks: [{ index: 0, check: "first" }] });
  expect(score.goalAchievement.criteria.map(({ score: points, rationale }) => [points, rationale])).toEqual([
    [4, "now"],
    [10, "seen"],
  ]);
  expect(replies).toEqual([
    {
      question: "goal",
      attempt: 1,
      problem: "check 0: score: Too big: expected number to be <=10",
      raw: JSON.stringify(grade(11)),
    },
  ]);
});

test("an answered necessity is not asked for again, nor are audits", async () => {
  const judge = fakeJudge({ ...generous, agent: inTurn(audits({ success: 2 }), { audits: [audit] }) });
  const { score } = await axisResult(evidence, sampleDeps(judge));
  const asked = judge.asked.flatMap(({ question }) => (question.question === "agent" ? [question] : []));
  expect(asked.map(({ necessity: wanted, interactions }) => [wanted, interactions.map(({ id }) => id)])).toEqual([
    [true, [1, 2, 3]],
    [false, [1]],
  ]);
  expect(score.agent.status).toBe("scored");
});

test("patterns that do not fit are dropped, and ids nobody asked about are ignored", async () => {
  const pattern = { description: "repeats itself", interactionIds: [1, 99, 1], severity: "low" };
  const reply = { ...whole({ unnecessaryIds: [3, 99, 3] }), patterns: [pattern, pattern, { description: 7 }, null] };
  const { score } = await scoreWith("agent", reply);
  expect(score.patterns).toEqual([{ ...pattern, interactionIds: [1], dimension: "agent" }]);
  expect(score.agent.necessity?.unnecessaryIds).toEqual([3]);
});

test("extra keys are ignored, and patterns that are no list do no harm", async () => {
  const reply = { audits: [{ ...audit, mood: "good" }], verdict: "pass", patterns: "none" };
  const { score } = await scoreWith("environment", reply);
  expect(score.environment).toMatchObject({ status: "scored", score: 96 });
});

test("a judge that declines is not asked again, and its words are the reason", async () => {
  const why = "1 of 2 checks need a model or agent judge";
  const { score, replies } = await scoreWith("goal", () => ({ status: "declined", why }));
  expect(score.goalAchievement).toMatchObject({ status: "unscored", reason: why });
  expect(score.judging.goal).toEqual({ kind: "custom", name: "fake", attempts: 1 });
  expect(score.reason).toBe(`goal: ${why}`);
  expect(replies).toEqual([]);
});
