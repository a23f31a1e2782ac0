import { expect, test } from "vitest";
import type { CompetitionEntry } from "../api/answers.ts";
import { describeSize, describeState, toPlace } from "./competition-words.ts";

const entry: CompetitionEntry = {
  id: "cmp_01M7RD5WY2CAYTDZ0A8E3ZD84D",
  workspace: "shop",
  state: "running",
  scenarios: ["cart"],
  agents: ["mini", "opus"],
  trials: 3,
  base: { commit: "0".repeat(40), ref: "main" },
  rank: "scorecard",
  created_at: "2026-06-12T20:58:16.000Z",
  finished_at: null,
  report_id: null,
  headline: null,
  winner: null,
  verdict: null,
  runs: { planned: 6, finished: 2, running: 1, passed: 1 },
};

test("a competition says how far it is until its winner is known", () => {
  expect(describeState(entry)).toEqual({
    word: "running",
    sentence: "2 of 6 runs finished, 1 passed, 1 running",
  });
  const runs = { planned: 6, finished: 6, running: 0, passed: 4 };
  expect(describeState({ ...entry, state: "cancelled", runs }).sentence).toBe("6 of 6 runs finished, 4 passed");
  expect(describeState({ ...entry, headline: "WINNER mini, proven", winner: "mini" })).toMatchObject({
    word: "WINNER",
    sentence: "mini, proven",
  });
  expect(describeState({ ...entry, headline: "NO WINNER" })).toMatchObject({
    word: "NO WINNER",
    sentence: "No run passed, so there is no work to propose",
  });
});

test("its size is scenarios, agents and trials", () => {
  expect(describeSize(entry)).toBe("1 scenario × 2 agents × 3 trials");
});

test("a place has dollars, and an unknown cost stays unknown", () => {
  const standing = {
    place: 1,
    agent: "mini",
    runs: 3,
    passed: 1,
    blocked: 0,
    scorecard_total: 90,
    axis_result: 95,
    cost_micros: 1_500_000,
    duration_ms: 2_000,
    rule: 1,
  };
  expect(toPlace(standing)).toEqual({
    place: 1,
    agentName: "mini",
    runs: 3,
    passed: 1,
    blocked: 0,
    scorecardTotal: 90,
    axisResult: 95,
    costUsd: 1.5,
    durationMs: 2_000,
    rule: 1,
  });
  expect(toPlace({ ...standing, cost_micros: null }).costUsd).toBeNull();
});
