import { expect, test } from "vitest";
import { Competition } from "../../core/report/competition.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { VerdictSettings } from "../../core/report/verdict.ts";
import { buildCompetition } from "./build-competition.ts";
import { describeOutcome, describeProof } from "./competition-words.ts";
import { simulateContest } from "./simulate.fixture.ts";

const start = {
  id: "cmp_01M7RD5WY2CAYTDZ0A8E3ZD84D",
  base: { commit: "0".repeat(40), ref: "HEAD" },
  isDirty: false,
  rank: "scorecard" as const,
  concurrency: 1,
};

/** Three trials of five scenarios, around the level of each agent. */
function compete(
  levels: Readonly<Record<string, number>>,
  verdict?: VerdictSettings,
  { trials = 3, planned = trials, looks }: { trials?: number; planned?: number; looks?: readonly number[] } = {},
): Competition {
  const agents = Object.keys(levels);
  const results = simulateContest(agents, {
    scenarios: 5,
    trials,
    points: (agent, scenario, trial) => (levels[agent] ?? 0) + scenario + trial,
  });
  const branches = [
    { scenarioKey: "scenario-0", agentName: "one", trial: 3, runId: "one-0-3", branch: "axis/x/one/t3", commit: "c" },
  ];
  const request = { ...start, agents, runs: 5 * planned, looks };
  const more = verdict === undefined ? { branches } : { branches, verdict };
  return Competition.parse(buildCompetition({ results, seed: "seed", reportId: "r" }, request, more));
}

test("a winner far ahead of every other agent is proven", () => {
  const made = compete({ two: 60, one: 90, three: 50 });
  expect(made).toMatchObject({ winner: "one", verdict: "PROVEN", headline: "WINNER one, proven", metric: "score" });
  expect(made.differences.every(({ isBehind, trialsNeeded }) => isBehind && trialsNeeded === null)).toBe(true);
  expect(describeProof(made)).toEqual([
    "PROVEN: ahead of every other agent by AXIS Result, paired by scenario (Holm's method, level 0.05).",
  ]);
});

test("lists say of a competition what its first line says", () => {
  const proven = describeOutcome(compete({ one: 90, two: 50 }));
  expect(proven).toEqual({ word: "WINNER", winner: "one", sentence: "one, proven" });
  const close = describeOutcome(compete({ one: 90, two: 89.9 }));
  expect(close).toMatchObject({ word: "WINNER", winner: "one" });
  expect(close.sentence).toMatch(/^one by .+; too close to call against two$/);
  expect(describeOutcome({ winner: null, headline: "NO WINNER" }).word).toBe("NO WINNER");
});

test("a difference as large as the margin is decided by more trials", () => {
  const made = compete({ one: 90, two: 80 }, { alpha: 1e-9 });
  expect(describeProof(made)).toEqual([
    expect.stringMatching(
      /^TOO CLOSE against two: AXIS Result differs by 10 points\. About \d+ trials? per scenario would decide\.$/,
    ),
  ]);
});

test("one agent that is too close is named, with the trials that would show the margin", () => {
  const made = compete({ one: 90, two: 89.9, three: 50 });
  expect(made.headline).toBe("WINNER one by AXIS Result 94 to 93.9; too close to call against two");
  expect(made.verdict).toBe("TOO CLOSE");
  expect(describeProof(made)).toEqual([
    expect.stringMatching(
      /^TOO CLOSE against two: AXIS Result differs by 0\.1 points\. About \d+ trials? per scenario would show a difference of \d+ points, if there is one\.$/,
    ),
  ]);
});

test("the metric and the level of the settings count", () => {
  const made = compete({ one: 90, two: 85 }, { metric: "pass", alpha: 0.01 });
  expect(made).toMatchObject({ metric: "pass", alpha: 0.01, verdict: "TOO CLOSE" });
});

test("each look has an equal share of the level, and only the runs of its round are counted", () => {
  const looks = [3, 6, 12, 24, 50];
  const made = compete({ one: 90, two: 50 }, undefined, { trials: 6, planned: 50, looks });
  expect(made).toMatchObject({ verdict: "PROVEN", alpha: 0.05, ranking: [{ runs: 30, passed: 30 }, { runs: 30 }] });
  expect(made.look).toEqual({ number: 2, of: 5, trials: 6, most: 50, alpha: 0.01 });
  expect(describeProof(made)[1]).toBe("Look 2 of 5, after 6 trials of at most 50, at level 0.01.");
});

test("a round that was cut short counts as the look it belongs to", () => {
  const made = compete({ one: 90, two: 89.9 }, undefined, { trials: 4, planned: 6, looks: [3, 6] });
  expect(made.look).toMatchObject({ number: 2, trials: 6, alpha: 0.025 });
  expect(made.ranking[0]).toMatchObject({ runs: 30, passed: 20 });
});

test("what the whole level would prove, one look of ten does not", () => {
  const verdict = { alpha: 0.1 };
  const [whole, share] = [undefined, Array.from({ length: 10 }, (_, index) => index + 3)].map((looks) =>
    compete({ one: 80.8, two: 80 }, verdict, { planned: looks?.at(-1) ?? 3, ...(looks && { looks }) }),
  );
  expect(whole?.differences[0]?.p).toBeGreaterThan(0.01);
  expect([whole?.verdict, share?.verdict]).toEqual(["PROVEN", "TOO CLOSE"]);
});

test("single trials prove nothing", () => {
  expect(compete({ one: 90, two: 50 }, undefined, { trials: 1 })).toMatchObject({
    winner: "one",
    verdict: "TOO CLOSE",
  });
});

test("without a passed run there is no winner", () => {
  const made = compete({ one: 20, two: 10 });
  expect(made).toMatchObject({ winner: null, verdict: null, headline: "NO WINNER", differences: [], proposals: [] });
});

test("the winner's best run of each scenario is proposed, with its branch if it has one", () => {
  const { proposals } = compete({ one: 90, two: 60 });
  expect(proposals[0]).toEqual({
    scenarioKey: "scenario-0",
    trial: 3,
    runId: "one-0-3",
    branch: "axis/x/one/t3",
    commit: "c",
  });
  expect(proposals.slice(1).map(({ branch }) => branch)).toEqual([null, null, null, null]);
});

test("an agent that never got an AXIS Result is compared by passed runs", () => {
  const results = simulateContest(["one", "stopped"], { scenarios: 5, trials: 3, points: () => 90 }).map((result) =>
    result.agentName === "one" ? result : stopAtGate(result),
  );
  const made = buildCompetition(
    { results, seed: "seed", reportId: "r" },
    { ...start, agents: ["one", "stopped"], runs: 15 },
    { branches: [] },
  );
  expect(made).toMatchObject({ headline: "WINNER one, proven", differences: [{ metric: "pass", estimate: 100 }] });
  expect(describeProof(made)[0]).toContain("by pass rate, paired");
});

function stopAtGate(result: PairResult): PairResult {
  const trials = result.trials?.map((trial) => ({ ...trial, status: "failed" as const, axisScore: null }));
  return { ...result, status: "failed", means: { ...result.means, axisScore: null }, ...(trials && { trials }) };
}
