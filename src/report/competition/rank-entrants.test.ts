import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PairResult } from "../../core/report/pair-result.ts";
import { foldTrials } from "../build.ts";
import { sampleResult } from "../../store/sample-result.fixture.ts";
import { findBestRun, listEntrantRuns, rankEntrants } from "./rank-entrants.ts";

interface Numbers {
  readonly passed: boolean;
  readonly score: number;
  readonly result: number | null;
  readonly cost: number | null;
  readonly ms: number | null;
  readonly isBlocked?: boolean;
}

/** The result of one run with these numbers, as a report stores it. */
function resultOf(agentName: string, numbers: Numbers, scenarioKey = "s"): PairResult {
  const { passed, score, result, cost, ms, isBlocked = false } = numbers;
  const card = {
    score,
    tier: "Gold" as const,
    outcome: isBlocked ? "BLOCKED" : "COMPLETED",
    reason: null,
    provisional: false,
    counted: true,
  };
  const status = passed ? ("passed" as const) : ("failed" as const);
  const single = foldTrials([sampleResult({ agentName, scenarioKey })]);
  const trial = {
    trial: 1,
    runId: `run-${agentName}-${scenarioKey}`,
    failed: false,
    outcomeClass: "completed" as const,
    status,
    axisScore: result,
    durationMs: ms,
    costUsd: cost,
    scorecard: card,
    file: "",
  };
  return { ...single, status, means: { ...single.means, axisScore: result }, trials: [trial] };
}

const known = { passed: true, score: 81, result: 79, cost: 0.9, ms: 1000 };
const rank = (entries: Record<string, Numbers>, by: "scorecard" | "axis" = "scorecard") =>
  rankEntrants(
    Object.entries(entries).map(([name, numbers]) => resultOf(name, numbers)),
    { agents: Object.keys(entries), runs: 1, rank: by },
  ).map(({ agentName, rule }) => [agentName, rule]);

describe("the ranking", () => {
  test("goes by passed runs, scorecard, AXIS Result, cost, time and name, and says which rule decided", () => {
    const ranking = rank({
      b: known,
      a: { ...known, result: 74 },
      f: { ...known, result: 74, cost: 1 },
      e: { ...known, result: 74, cost: 1, ms: 2000 },
      h: { ...known, result: 74, cost: 1, ms: 2000 },
      d: { ...known, score: 40, result: null, cost: null },
      c: { ...known, passed: false, isBlocked: true, score: 99, result: 90, cost: 0.1 },
      g: { ...known, passed: false, score: 100 },
    });
    expect(ranking).toEqual([
      ["b", 3],
      ["a", 4],
      ["f", 5],
      ["e", 6],
      ["h", 2],
      ["d", 1],
      ["c", 1],
      ["g", null],
    ]);
  });

  test("goes by the AXIS Result before the scorecard if that is asked for", () => {
    const entries = { card: { ...known, score: 90, result: 70 }, result: { ...known, score: 80, result: 75 } };
    expect(rank(entries)).toEqual([
      ["card", 2],
      ["result", null],
    ]);
    expect(rank(entries, "axis")).toEqual([
      ["result", 3],
      ["card", null],
    ]);
  });

  test("puts unknown cost and time last, and gives an agent without a result its place", () => {
    const results = [resultOf("unknown", { ...known, cost: null }), resultOf("known", known)];
    const places = rankEntrants(results, { agents: ["absent", "unknown", "known"], runs: 1, rank: "scorecard" });
    expect(places.map(({ agentName }) => agentName)).toEqual(["known", "unknown", "absent"]);
    expect(places[2]).toMatchObject({
      passed: 0,
      scorecardTotal: 0,
      axisResult: null,
      costUsd: null,
      durationMs: null,
    });
  });
});

const numbers = fc.record({
  passed: fc.boolean(),
  isBlocked: fc.boolean(),
  score: fc.constantFrom(40, 80, 90),
  result: fc.constantFrom(null, 70.1, 80.3),
  cost: fc.constantFrom(null, 0.1, 0.2, 0.3),
  ms: fc.constantFrom(null, 1000, 2000),
});
const contest = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 6 })
  .chain((agents) =>
    fc
      .array(fc.record({ agent: fc.constantFrom(...agents), scenario: fc.constantFrom("s", "t", "u"), numbers }))
      .map((rows) => ({ agents, rows })),
  );

test("the order is total, and neither the order of results nor that of agents matters", () => {
  fc.assert(
    fc.property(
      contest,
      fc.infiniteStream(fc.nat()),
      fc.constantFrom("scorecard" as const, "axis" as const),
      (made, nats, by) => {
        const unique = new Map(made.rows.map((row) => [`${row.agent}/${row.scenario}`, row]));
        const results = [...unique.values()].map((row) => resultOf(row.agent, row.numbers, row.scenario));
        const shuffle = <T>(list: readonly T[]) =>
          list
            .map((value) => ({ value, key: nats.next().value ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ value }) => value);
        const request = { agents: made.agents, runs: 3, rank: by };
        const places = rankEntrants(results, request);
        expect(rankEntrants(shuffle(results), { ...request, agents: shuffle(made.agents) })).toEqual(places);
        expect(places.map(({ place }) => place)).toEqual(made.agents.map((_, index) => index + 1));
        expect(places.slice(0, -1).every(({ rule }) => rule !== null && rule >= 1 && rule <= 6)).toBe(true);
        // Each place alone against the next says the same: the order does not depend on who else takes part.
        for (const [index, one] of places.slice(0, -1).entries()) {
          const pair = [one.agentName, places[index + 1]?.agentName ?? ""];
          const [first] = rankEntrants(results, { ...request, agents: pair.toReversed() });
          expect([first?.agentName, first?.rule]).toEqual([one.agentName, one.rule]);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test("the proposed run is the best one that passed", () => {
  const runs = listEntrantRuns(resultOf("a", known));
  const run = (trial: number, more: object) => ({ ...runs[0]!, trial, ...more });
  const blocked = run(1, { status: "failed", scorecard: 99 });
  expect(findBestRun([blocked, run(2, { scorecard: 80 }), run(3, { scorecard: 90 })], "scorecard")?.trial).toBe(3);
  expect(findBestRun([run(4, { axisResult: 60 }), run(5, { axisResult: 70, scorecard: 1 })], "axis")?.trial).toBe(5);
  expect(findBestRun([blocked], "scorecard")).toBeUndefined();
});
