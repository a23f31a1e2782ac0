/** Holds what is kept of a judge's answer about a dimension besides its numbers. */
import { expect, test } from "vitest";
import { answered, fakeJudge, fullMarks } from "../../testing/fake-judge.ts";
import { axisResult } from "./axis-result.ts";
import { sampleEvidence, sampleDeps } from "./sample-evidence.ts";

const audits = [{ id: 1, rationale: "seen", success: 1 }];
const steps = (count: number) => sampleEvidence(Array.from({ length: count }, () => ({ categories: ["environment"] })));

test("a pattern is kept once, with the interactions that were looked at, and one that does not fit is dropped", async () => {
  const again = { description: "It asks twice", interactionIds: [1, 1, 9], severity: "low" };
  const other = { description: "It guesses", interactionIds: [], severity: "high" };
  const patterns = [again, again, { description: "no severity" }, null, other];
  const judge = fakeJudge({ goal: fullMarks, agent: fullMarks, environment: { audits, patterns } });
  const { score } = await axisResult(steps(1), sampleDeps(judge));
  expect(score.environment.status).toBe("scored");
  expect(score.patterns).toEqual([
    { dimension: "environment", description: "It asks twice", interactionIds: [1], severity: "low" },
    { dimension: "environment", description: "It guesses", interactionIds: [], severity: "high" },
  ]);
});

test("where only necessity is asked for, necessity alone is a whole answer", async () => {
  const judge = fakeJudge({
    goal: fullMarks,
    environment: fullMarks,
    agent: (question) =>
      question.question === "agent" && question.interactions.length === 0
        ? answered({ necessity: { rationale: "all of it", unnecessaryIds: [], score: 1 } })
        : fullMarks(question),
  });
  const { score } = await axisResult(steps(51), sampleDeps(judge));
  expect(score.agent).toMatchObject({ status: "scored", score: 96 });
  expect(score.judging.agent?.attempts).toBe(1);
});
