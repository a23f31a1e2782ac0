import { expect, test } from "vitest";
import type { BudgetSpent } from "../../core/report/budget.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { JournalStep } from "../../core/store.ts";
import { diffJudgingCost, toAgentCost, readEarlierSpending } from "./earlier-spending.ts";

const slot = (trial: number) => ({ cell: { scenario: "a", agent: "b", trial }, attempt: 1, runId: `run_${trial}` });
const mark = (trial: number) => ({ file: `${trial}.json`, bytes: 1, sha256: "x" });
const started = (trial: number): JournalStep => ({ type: "attempt-started", data: slot(trial) });
const recorded = (trial: number): JournalStep => ({
  type: "run-recorded",
  data: { ...slot(trial), detail: mark(trial), raw: null },
});
const judged = (trial: number): JournalStep => ({ type: "judged", data: { ...slot(trial), detail: mark(trial) } });
const asked = (usd: number | null): JournalStep => ({ type: "judge-asked", data: { usd, tokens: 4 } });
const closed = (spent?: BudgetSpent): JournalStep => ({
  type: "report-closed",
  data: { state: "aborted", durationMs: 1, ...(spent === undefined ? {} : { spent }) },
});

const detail = {
  outcome: { status: "completed", result: "done" },
  output: { transcript: [{}] },
  totalCostUsd: 1,
  tokenUsage: { input: 10, output: 5 },
  judgeCostUsd: 0.25,
  judgeTokenUsage: { input: 2, output: 1 },
} as unknown as RunDetail;
const read = async () => detail;
const costs = async (steps: readonly JournalStep[], from = read) => {
  const { agents, judges } = await readEarlierSpending(steps, from);
  return [agents.costUsd, judges.costUsd, agents.tokens + judges.tokens];
};

const before: BudgetSpent = {
  agents: { costUsd: 7, knownUsd: 7, tokens: 100, unknown: 0 },
  judges: { costUsd: 3, knownUsd: 3, tokens: 10, unknown: 0 },
};

test.each<[string, JournalStep[], (number | null)[]]>([
  ["nothing was done", [], [0, 0, 0]],
  [
    "runs of an AXIS that was killed count once each",
    [started(1), recorded(1), judged(1), started(2), recorded(2)],
    [2, 0.5, 36],
  ],
  ["a run that never got on disk is not known", [started(1)], [0, 0, 0]],
  ["a closing record says it all", [started(1), recorded(1), judged(1), closed(before)], [7, 3, 110]],
  [
    "what came after it is added",
    [started(1), recorded(1), closed(before), started(2), recorded(2), judged(2)],
    [8, 3.25, 128],
  ],
  [
    "of a run from before it, only the judgement is",
    [started(1), recorded(1), closed(before), judged(1)],
    [7, 3.25, 113],
  ],
  ["what a judge said of several runs counts until a closing record", [closed(before), asked(0.5)], [7, 3.5, 114]],
  ["and is part of that record then", [asked(0.5), closed(before)], [7, 3, 110]],
  ["at an unknown price, judging has an unknown cost", [asked(0.5), asked(null)], [0, null, 8]],
  ["one without a budget says nothing", [started(1), recorded(1), judged(1), closed()], [1, 0.25, 18]],
])("%s", async (_, steps, expected) => {
  expect(await costs(steps)).toEqual(expected);
});

test("a file that cannot be read is left out: its run takes place again", async () => {
  expect(await costs([started(1), recorded(1)], () => Promise.reject(new Error("gone")))).toEqual([0, 0, 0]);
});

test("a run that worked and says no cost is unknown; one in which nothing happened spent nothing", () => {
  const { totalCostUsd: _cost, tokenUsage: _usage, ...silent } = detail;
  expect(toAgentCost(silent, 40)).toEqual({ usd: null, tokens: 40 });
  const idle = { outcome: { status: "failed", code: "spawn", message: "" } as const, output: { transcript: [] } };
  expect(toAgentCost(idle)).toEqual({ usd: 0, tokens: 0 });
  expect(toAgentCost({ ...idle, outcome: detail.outcome })).toEqual({ usd: null, tokens: 0 });
  expect(toAgentCost({ ...idle, output: { transcript: [{}] } })).toEqual({ usd: null, tokens: 0 });
  expect(toAgentCost(idle, 7)).toEqual({ usd: null, tokens: 7 });
});

test("a judge's cost counts without its tokens, and its tokens without a cost", async () => {
  const { judgeCostUsd: _cost, ...tokensOnly } = detail;
  const { judgeTokenUsage: _usage, ...costOnly } = detail;
  const judging = async (from: object) =>
    (await readEarlierSpending([judged(1)], async () => from as RunDetail)).judges;
  expect(await judging(tokensOnly)).toMatchObject({ costUsd: 0, tokens: 3 });
  expect(await judging(costOnly)).toMatchObject({ costUsd: 0.25, tokens: 0 });
});

test("what metrics add to judging is the difference, and unknown where it became unknown", () => {
  const { judgeCostUsd: _cost, judgeTokenUsage: _usage, ...unjudged } = detail;
  expect(diffJudgingCost(unjudged, detail)).toEqual({ usd: 0.25, tokens: 3 });
  expect(diffJudgingCost(detail, detail)).toEqual({ usd: 0, tokens: 0 });
  expect(diffJudgingCost(detail, { ...detail, judgeCostUsd: null })).toEqual({ usd: null, tokens: 0 });
  const unknown = { ...detail, judgeCostUsd: null };
  expect(diffJudgingCost(unknown, unknown)).toEqual({ usd: 0, tokens: 0 });
  expect(diffJudgingCost(unjudged, unjudged)).toEqual({ usd: 0, tokens: 0 });
});
