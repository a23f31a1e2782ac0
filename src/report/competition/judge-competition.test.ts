import { describe, expect, test } from "vitest";
import type { CompetitionDuel, CompetitionRank } from "../../core/report/competition.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import { buildCompetition } from "./build-competition.ts";
import { describeDuels, renderWins } from "./duel-words.ts";
import { addUpDuels, listDuels } from "./judge-competition.ts";
import { rankEntrants } from "./rank-entrants.ts";
import { simulateContest } from "./simulate.fixture.ts";

const start = {
  id: "cmp_01M7RD5WY2CAYTDZ0A8E3ZD84D",
  base: { commit: "0".repeat(40), ref: "HEAD" },
  isDirty: false,
  rank: "judge" as CompetitionRank,
  concurrency: 1,
};

/** Entrants by name with their points; below 60 a run does not pass. */
function contest(points: Readonly<Record<string, number>>, scenarios = 1): PairResult[] {
  return simulateContest(Object.keys(points), { scenarios, trials: 1, points: (agent) => points[agent] ?? 0 });
}

function duel(one: string, other: string, result: CompetitionDuel["result"], scenario = 0): CompetitionDuel {
  const ids = { oneRunId: `${one}-${scenario}-1`, otherRunId: `${other}-${scenario}-1` };
  const reason = result === null ? "the judge is away" : "as clear as day";
  return { scenarioKey: `scenario-${scenario}`, one, other, ...ids, replies: [result, result], result, reason };
}

const judged = (...duels: CompetitionDuel[]) => ({ judge: "maker/model", notes: [], costUsd: 0.5, duels });

describe("the duels", () => {
  const listed = (points: Readonly<Record<string, number>>, rank: CompetitionRank, scenarios?: number) =>
    listDuels(contest(points, scenarios), { agents: Object.keys(points), runs: scenarios ?? 1, rank }).map(
      ({ scenarioKey, one, other }) => [scenarioKey, one.agentName, other.agentName].join(" "),
    );

  test("are all against all of those that passed, if the judge ranks", () => {
    expect(listed({ a: 90, b: 80, c: 78, failed: 10 }, "judge")).toEqual([
      "scenario-0 a b",
      "scenario-0 a c",
      "scenario-0 b c",
    ]);
    expect(listed({ a: 90, b: 80 }, "judge", 2)).toEqual(["scenario-0 a b", "scenario-1 a b"]);
  });

  test.each(["scorecard", "axis"] as const)("by %s, only those of equal entrants are held", (rank) => {
    expect(listed({ a: 90, b: 80, c: 80, d: 80, e: 70 }, rank)).toEqual([
      "scenario-0 b c",
      "scenario-0 b d",
      "scenario-0 c d",
    ]);
    expect(listed({ a: 90, b: 80 }, rank)).toEqual([]);
  });

  test("are too many for more than eight", () => {
    const equal = Object.fromEntries(Array.from("abcdefghi", (name) => [name, 90]));
    expect(listed(equal, "scorecard")).toEqual([]);
    expect(listed(Object.fromEntries(Object.entries(equal).slice(1)), "scorecard")).toHaveLength(28);
  });
});

describe("their sum", () => {
  test("of one scenario is a table of wins and Copeland scores; a tie is half a win for both", () => {
    const made = addUpDuels(judged(duel("a", "b", "one"), duel("a", "c", "tie"), duel("b", "c", "one")), "seed");
    expect(made).toMatchObject({
      agents: ["a", "b", "c"],
      wins: [
        [0, 1, 0.5],
        [0, 0, 1],
        [0.5, 0, 0],
      ],
      copeland: [1, 0, -1],
      strengths: null,
      notes: [],
    });
  });

  test("leaves out a duel without an answer, and says so", () => {
    const made = addUpDuels(judged(duel("a", "b", null), duel("a", "c", "one"), duel("b", "c", "tie")), "seed");
    expect(made.wins[0]).toEqual([0, 0, 1]);
    expect(made.notes).toEqual(["1 of 3 duels have no answer, and count for nobody."]);
  });

  test("of several scenarios has strengths with the places that they leave open", () => {
    const duels = Array.from({ length: 8 }, (_, scenario) => duel("a", "b", "one", scenario));
    const { strengths } = addUpDuels(judged(...duels), "seed");
    expect(strengths).toMatchObject([
      { agentName: "a", bestRank: 1, worstRank: 1 },
      { agentName: "b", bestRank: 2, worstRank: 2 },
    ]);
  });
});

describe("the ranking", () => {
  const places = (points: Readonly<Record<string, number>>, rank: CompetitionRank, ...duels: CompetitionDuel[]) =>
    rankEntrants(contest(points), {
      agents: Object.keys(points),
      runs: 1,
      rank,
      judging: addUpDuels(judged(...duels), "seed"),
    }).map(({ agentName, rule }) => [agentName, rule]);

  test("by the judge goes by passed runs first, then by its duels", () => {
    const duels = [duel("a", "b", "other"), duel("a", "c", "other"), duel("b", "c", "one")];
    expect(places({ a: 90, b: 80, c: 78, failed: 50 }, "judge", ...duels)).toEqual([
      ["b", 7],
      ["c", 7],
      ["a", 1],
      ["failed", null],
    ]);
  });

  test("by scorecard lets the judge decide before the cost, and nothing before that", () => {
    expect(places({ a: 80, b: 80 }, "scorecard", duel("a", "b", "other"))).toEqual([
      ["b", 7],
      ["a", null],
    ]);
    expect(places({ a: 90, b: 80 }, "scorecard", duel("a", "b", "other"))[0]).toEqual(["a", 3]);
  });

  test("of ties goes on to the next rule", () => {
    expect(places({ a: 80, b: 90 }, "judge", duel("a", "b", "tie"))).toEqual([
      ["b", 3],
      ["a", null],
    ]);
    expect(places({ a: 80, b: 90 }, "judge", duel("a", "b", null))[0]).toEqual(["b", 3]);
  });
});

test("the headline and the lines below say what the judge said", () => {
  const results = contest({ short: 80, long: 90, odd: 70 });
  const duels = [duel("long", "short", "other"), duel("long", "odd", "tie"), duel("odd", "short", null)];
  const request = { ...start, agents: ["short", "long", "odd"], runs: 1 };
  const made = buildCompetition({ results, seed: "seed", reportId: "r" }, request, {
    branches: [],
    judged: judged(...duels),
  });
  expect(made.headline).toBe("WINNER short by the judge, 1 of 1 duel; too close to call against long and odd");
  expect(made.judging === undefined ? [] : renderWins(made.judging)).toEqual([
    "wins against  long  odd  short  beaten minus beaten by",
    "long          –     0.5  0      -1",
    "odd           0.5   –    0      0",
    "short         1     0    –      +1",
  ]);
  expect(describeDuels(made)).toEqual([
    "short (B) beat long (A): as clear as day",
    "long (A) and odd (B) tie: as clear as day",
    "odd and short: no answer (the judge is away)",
    "1 of 3 duels have no answer, and count for nobody.",
  ]);
});
