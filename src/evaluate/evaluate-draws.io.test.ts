/** One judge asked several times, from the plan to the line of advice. */
import { expect, test } from "vitest";
import { temporaryProject } from "../config/libraries/temporary-repository.ts";
import type { Judge } from "../core/judge.ts";
import { evaluate } from "./evaluate.ts";
import { sampledJudge } from "../judging/model-judges/sampled.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { renderJudgeNoise } from "../report/text/render-calibration.ts";
import { memoryStore } from "../store/memory.ts";
import { fakeAgent } from "../testing/fake-agent.ts";
import { answered, fullMarks } from "../testing/fake-judge.ts";
import { samplePlan, sampleScenario } from "../testing/sample-plan.ts";

type Grader = (scenario: string, draw: number, asked: number) => number;

/** Grades the goal by scenario, by which time it is asked, and by how often it was asked before. */
class Wavering implements Judge {
  readonly kind = "model";
  readonly #grade: Grader;
  #asked = 0;

  constructor(grade: Grader) {
    this.#grade = grade;
  }

  get id() {
    return "wavering";
  }

  async ask(...[question, { draw = 1 }]: Parameters<Judge["ask"]>) {
    if (question.question !== "goal") return { ...fullMarks(question), spending: { calls: 1, costUsd: 0.01 } };
    const score = this.#grade(question.scenario, draw, this.#asked++);
    const grades = question.checks.map(({ index }) => ({ index, rationale: `time ${draw}`, score }));
    return { ...answered({ grades }), spending: { calls: 1, costUsd: 0.01 } };
  }
}

const agent = fakeAgent({
  name: "agent",
  entries: [{ type: "assistant", text: "done" }],
  outcome: { status: "completed", result: "done" },
});

async function reportOf(grade: Grader, { draws = 3, trials = 3, scenarios = ["a", "b", "c"] } = {}) {
  const checks = [{ check: "It is done", weight: 1 }];
  const plan = samplePlan({
    scenarios: scenarios.map((key) => sampleScenario({ key, checks })),
    agents: [agent],
    judge: sampledJudge(new Wavering(grade), draws),
    trials,
    overrides: { concurrency: 1, seed: "s" },
  });
  return evaluate(plan, { store: memoryStore() });
}

test("numbers are means, all or nothing is by majority, and the report keeps what each time would have given", async () => {
  const mean = await reportOf((_, draw) => [4, 7, 10][draw - 1] ?? 0, { trials: 1, scenarios: ["a"] });
  const [result] = mean.results;
  expect(result?.score?.goalAchievement).toMatchObject({ score: 70, criteria: [{ score: 7, rationale: "time 2" }] });
  expect(result?.score?.judging.goal).toMatchObject({
    kind: "model",
    name: "wavering",
    costUsd: 0.03,
    goals: [40, 70, 100],
    disagreement: { on: "check 1", low: 4, high: 10 },
  });
  const majority = await reportOf((_, draw) => (draw === 2 ? 0 : 10), { trials: 1, scenarios: ["a"] });
  expect(majority.results[0]?.score?.goalAchievement.score).toBe(100);
});

test.each<[string, Grader, string, string]>([
  ["the judge", (_, draw) => [2, 5, 9][draw - 1] ?? 0, "judge-samples", "raise --judge-samples"],
  ["the trials", (_, draw, asked) => [2, 9, 5][Math.floor(asked / 3) % 3] ?? draw, "trials", "raise --trials"],
  ["the scenarios", (scenario) => ({ a: 1, b: 5, c: 10 })[scenario] ?? 0, "scenarios", "add scenarios"],
])("where %s add most to the noise, that is said with what to do", async (_, grade, advice, words) => {
  const report = await reportOf(grade);
  expect(report.statistics?.[0]?.judgeNoise).toMatchObject({ draws: 3, trials: 3, advice });
  expect(renderJudgeNoise(report)[0]).toContain(words);
});

test("with one trial the noise of trials cannot be told, and that is the advice", async () => {
  const report = await reportOf((_, draw) => draw, { trials: 1 });
  expect(report.statistics?.[0]?.judgeNoise).toMatchObject({ trial: null, advice: null });
  expect(renderJudgeNoise(report)[0]).toContain("--trials 3");
});

test("a judge that is asked once says nothing about its noise, and the rules are never asked twice", async () => {
  const report = await reportOf(() => 5, { draws: 1 });
  expect(report.statistics?.[0]?.judgeNoise).toBeUndefined();
  expect(sampledJudge(rulesJudge, 5)).toBe(rulesJudge);
});

test("a plan asks each judge as often as the flag says, and knows it from one that does not", async () => {
  const judgeModule = `export default { id: "mine", ask: async () => ({ status: "declined", why: "no" }) };`;
  await using project = await temporaryProject({
    "judge.mjs": judgeModule,
    "scenarios/a.json": { name: "A", prompt: "p", judge: "j" },
    "axis.config.json": { agents: [{ agent: "command", command: "true" }], judging: { agents: ["./judge.mjs"] } },
  });
  const [once, often] = [await project.plan(), await project.plan({ judgeSamples: 3 })];
  expect(often.jobs[0]?.judges.goal).toMatchObject({ draws: 3 });
  expect(often.jobs[0]?.judges.goal.id).toBe("mine");
  expect(often.jobs[0]?.judges.goal.members).toHaveLength(3);
  expect(often.digests.settings).not.toBe(once.digests.settings);
  expect(await project.refusal({ judgeSamples: 2 })).toContain("odd number");
  await project.write({
    "axis.config.json": { agents: [{ agent: "command", command: "true" }], judging: { panel: ["./judge.mjs"] } },
  });
  expect(await project.refusal({ judgeSamples: 3 })).toContain("cannot be used with a panel");
});
