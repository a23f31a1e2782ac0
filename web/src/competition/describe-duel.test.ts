import { expect, test } from "vitest";
import type { CompetitionDuel } from "../../../src/core/report/competition.ts";
import { describeDuel } from "./describe-duel.ts";

function duel(result: CompetitionDuel["result"], replies: CompetitionDuel["replies"]): CompetitionDuel {
  return {
    scenarioKey: "cart",
    one: "mini",
    other: "opus",
    oneRunId: "run_1",
    otherRunId: "run_2",
    replies,
    result,
    reason: null,
  };
}

test.each([
  [duel("one", ["one", "one"]), "mini is better"],
  [duel("other", ["other", "other"]), "opus is better"],
  [duel("tie", ["tie", "tie"]), "a tie in both orders"],
  [duel("tie", ["one", "other"]), "a tie: the orders disagree"],
  [duel("tie", ["one", "tie"]), "a tie: the orders disagree"],
  [duel("tie", []), "a tie: the judge was not asked"],
  [duel(null, ["one", null]), "no answer: it counts for nobody"],
])("a duel is described by its names: %#", (given, words) => {
  expect(describeDuel(given)).toBe(words);
});
