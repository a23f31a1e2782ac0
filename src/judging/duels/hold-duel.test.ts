import { expect, test } from "vitest";
import type { Judge } from "../../core/judge.ts";
import type { DuelQuestion } from "../../core/question.ts";
import { fakeJudge } from "../../testing/fake-judge.ts";
import { ask } from "../scoring/ask.ts";
import { createBlind } from "./blind.ts";
import { type DuelDeps, type DuelPair, holdDuels } from "./hold-duel.ts";

const pair: DuelPair = {
  scenarioKey: "task",
  task: "Fix it",
  one: { agentName: "first", runId: "run_1", patch: "+good" },
  other: { agentName: "second", runId: "run_2", patch: "+bad" },
};

type Reply = (question: DuelQuestion) => unknown;

function judgeBy(reply: Reply, options: Partial<Judge> = {}) {
  return fakeJudge({ duel: (question) => ({ status: "answered", value: reply(question as DuelQuestion) }) }, options);
}

async function hold(judge: Judge, pairs: readonly DuelPair[] = [pair], more: Partial<DuelDeps> = {}) {
  const desk = { retries: 1, timeoutMs: 1000, abort: new AbortController().signal, wait: async () => {} };
  return await holdDuels(pairs, {
    judge,
    blind: createBlind(["first", "second"], []),
    ask: (who, question) => ask("duel", [question], { ...desk, judge: who }),
    findReply: () => undefined,
    keepReply: async () => {},
    ...more,
  });
}

const preferGood: Reply = ({ patchA }) => ({ reason: "it is good", better: patchA === "+good" ? "A" : "B" });

test("an answer that does not change with the order decides", async () => {
  const { duels } = await hold(judgeBy(preferGood));
  expect(duels).toEqual([
    {
      scenarioKey: "task",
      one: "first",
      other: "second",
      oneRunId: "run_1",
      otherRunId: "run_2",
      replies: ["one", "one"],
      result: "one",
      reason: "it is good",
    },
  ]);
});

test.each(["A", "B"] as const)("a judge that always says %s gives a tie", async (better) => {
  const { duels } = await hold(judgeBy(() => ({ reason: "the order", better })));
  expect(duels[0]).toMatchObject({ result: "tie", reason: "the answer changed with the order of the patches" });
});

test("one tie and one preference are a tie", async () => {
  const { duels } = await hold(judgeBy(({ patchA }) => ({ reason: "hm", better: patchA === "+good" ? "A" : "tie" })));
  expect(duels[0]).toMatchObject({ replies: ["one", "tie"], result: "tie" });
});

test("identical patches are not shown to anybody, nor are those that differ only in what is hidden", async () => {
  const judge = judgeBy(preferGood);
  const same = { ...pair, other: { ...pair.other, patch: "+good" } };
  const signed = {
    ...pair,
    one: { ...pair.one, patch: "+by first" },
    other: { ...pair.other, patch: "+by second" },
  };
  const { duels } = await hold(judge, [same, signed]);
  expect(duels.map(({ result, reason }) => [result, reason])).toEqual([
    ["tie", "the patches are identical"],
    ["tie", "the patches are identical but for names, dates and paths"],
  ]);
  expect(judge.asked).toEqual([]);
});

test.each<[string, unknown]>([
  ["no JSON object", "A"],
  ["another word", { reason: "r", better: "first" }],
  ["no reason", { better: "A" }],
  ["a verdict of its own", { reason: "r", better: ["A"] }],
])("%s is no answer, never a tie", async (_, value) => {
  const judge = judgeBy(() => value);
  const { duels } = await hold(judge);
  expect(duels[0]).toMatchObject({ replies: [null, null], result: null });
  expect(duels[0]?.reason).toContain("gave no usable answer in 2 attempts");
  expect(judge.asked).toHaveLength(4);
});

test("a judge that declines leaves the duel open, with its reason", async () => {
  const { duels } = await hold(fakeJudge({ duel: () => ({ status: "declined", why: "the budget is spent" }) }));
  expect(duels[0]).toMatchObject({ result: null, reason: "the budget is spent" });
});

test("replies are kept one by one, and those that are kept are not asked for", async () => {
  const kept: string[] = [];
  const keepReply: DuelDeps["keepReply"] = async (_, order) => void kept.push(order);
  await hold(judgeBy(preferGood), [pair], { keepReply });
  expect(kept).toEqual(["one-first", "other-first"]);
  const judge = judgeBy(preferGood);
  const findReply: DuelDeps["findReply"] = (_, order) =>
    order === "one-first" ? { preference: "one", reason: "kept" } : undefined;
  const { duels } = await hold(judge, [pair], { findReply });
  expect(duels[0]).toMatchObject({ result: "one", reason: "kept" });
  expect(judge.asked).toHaveLength(1);
});

test("a panel prefers what most of its members prefer, and needs most of them to answer", async () => {
  const good = judgeBy(preferGood);
  const first = judgeBy(() => ({ reason: "the order", better: "A" }));
  const silent = fakeJudge({});
  const panel = (...members: Judge[]) => fakeJudge({}, { id: "panel", kind: "panel", members });
  const resultOf = async (...members: Judge[]) => (await hold(panel(...members))).duels[0]?.result;
  expect(await resultOf(good, good, first)).toBe("one");
  expect(await resultOf(good, first, first)).toBe("tie");
  expect(await resultOf(good, good, silent)).toBe("one");
  expect(await resultOf(good, silent, silent)).toBeNull();
});

test("what the judge sees is blind, and a long patch is cut with a note", async () => {
  const judge = judgeBy(preferGood);
  const long = { ...pair, one: { ...pair.one, patch: `+by first${"x".repeat(50_000)}` } };
  const { notes } = await hold(judge, [long]);
  expect(notes).toEqual(["The patch of first for task has 50009 characters; the judge saw 40000 of them."]);
  const [shown] = judge.asked.map(({ question }) => question as DuelQuestion);
  expect(shown?.patchA.startsWith("+by ███xxx")).toBe(true);
  expect(shown?.patchA.length).toBeLessThan(40_100);
});
