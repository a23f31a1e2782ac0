/** Holds panels within scoring: each member is asked again by itself, and one that fails leaves the rest. */
import { describe, expect, test } from "vitest";
import { panelJudge } from "../../model-judges/panel.ts";
import { answered, fakeJudge, type FakeReply, fullMarks, inTurn } from "../../../testing/fake-judge.ts";
import { axisResult } from "../axis-result.ts";
import { sampleJudgedChecks, sampleEvidence, sampleDeps } from "../sample-evidence.ts";

const evidence = sampleEvidence([{ categories: ["environment"] }, { categories: ["service"] }]);
const all = (reply: FakeReply) => ({ goal: reply, environment: reply, service: reply, agent: reply });
const good = () => fakeJudge(all(fullMarks), { id: "good" });
const dead = () =>
  fakeJudge(
    all(() => ({ status: "failed", why: "HTTP 503" })),
    { id: "dead" },
  );

describe("a panel", () => {
  test("scores as its members do where they agree", async () => {
    const alone = await axisResult(evidence, sampleDeps(good()));
    const together = await axisResult(evidence, sampleDeps(panelJudge([good(), good(), good()])));
    expect({ ...together.score, judging: null }).toEqual({ ...alone.score, judging: null });
    expect(together.score.judging.agent).toMatchObject({ kind: "panel", attempts: 1 });
  });

  test("asks a member again for what it left out, and the others not", async () => {
    const forgetful = fakeJudge(all(inTurn(() => answered({}), fullMarks)), { id: "forgetful" });
    const other = good();
    const { score } = await axisResult(evidence, sampleDeps(panelJudge([forgetful, other, good()])));
    expect(score.axisScore).not.toBeNull();
    expect(other.asked.every(({ attempt }) => attempt === 1)).toBe(true);
    expect(score.judging.goal?.attempts).toBe(2);
  });

  test("with one of three dead there is a number, and the report says whose is missing", async () => {
    const { score } = await axisResult(evidence, sampleDeps(panelJudge([good(), dead(), good()])));
    expect(score.axisScore).not.toBeNull();
    expect(score.judging.service?.members?.map(({ failure }) => failure ?? null)).toEqual([
      null,
      expect.stringContaining("HTTP 503"),
      null,
    ]);
  });

  test("with two of three dead every dimension is unscored, with the reason", async () => {
    const { score } = await axisResult(evidence, sampleDeps(panelJudge([dead(), good(), dead()])));
    expect(score.axisScore).toBeNull();
    expect(score.environment.reason).toMatch(/^fewer than 2 of 3 judges answered \(1 interaction\): .*HTTP 503/);
    expect(score.goalAchievement.reason).toMatch(/^fewer than 2 of 3 judges answered \(1 check\): .*HTTP 503/);
    expect(score.agent.reason).toContain("2 interactions");
  });

  test("spends what its members spend together; what one does not know is not known", async () => {
    const paid = (costUsd: number | null) =>
      fakeJudge(
        all((question) => ({
          ...fullMarks(question),
          spending: { calls: 1, costUsd, tokenUsage: { input: 10, output: 1 } },
        })),
      );
    const known = await axisResult(evidence, sampleDeps(panelJudge([paid(0.5), paid(0.25), paid(0)])));
    expect(known.score.judging.goal).toMatchObject({ costUsd: 0.75, tokenUsage: { input: 30, output: 3 } });
    const unknown = await axisResult(evidence, sampleDeps(panelJudge([paid(0.5), paid(null), paid(0)])));
    expect(unknown.score.judging.goal?.costUsd).toBeNull();
  });

  test("is cached where all its members were, and not where one had to be asked", async () => {
    const spending = (calls: number, costUsd: number) =>
      fakeJudge(all((question) => ({ ...fullMarks(question), spending: { calls, costUsd } })));
    const stored = await axisResult(evidence, sampleDeps(panelJudge([spending(0, 0), spending(0, 0)])));
    expect(stored.score.judging.goal).toMatchObject({ costUsd: 0, cached: true });
    const partly = await axisResult(evidence, sampleDeps(panelJudge([spending(0, 0), spending(1, 0.5)])));
    expect(partly.score.judging.goal).not.toHaveProperty("cached");
    const free = await axisResult(evidence, sampleDeps(panelJudge([good(), good()])));
    expect(free.score.judging.goal).not.toHaveProperty("cached");
  });

  test("is cached where one was and the others cost nothing at all", async () => {
    const stored = fakeJudge(all((question) => ({ ...fullMarks(question), spending: { calls: 0, costUsd: 0 } })));
    const { score } = await axisResult(evidence, sampleDeps(panelJudge([stored, good(), good()])));
    expect(score.judging.goal?.cached).toBe(true);
  });

  test("names the first that failed, and how much has no majority", async () => {
    const half = (why: string) =>
      fakeJudge({
        ...all(fullMarks),
        goal: inTurn({ grades: [{ index: 0, rationale: "seen", score: 7 }] }, () => ({ status: "declined", why })),
      });
    const two = sampleEvidence([], { checks: sampleJudgedChecks("exists", "is linked") });
    const { score } = await axisResult(two, sampleDeps(panelJudge([half("first"), half("second"), good()])));
    expect(score.goalAchievement.reason).toBe("fewer than 2 of 3 judges answered (1 check): first");
  });

  test("without a majority on necessity there is no number, though every interaction has one", async () => {
    const silent = () =>
      fakeJudge({
        ...all(fullMarks),
        agent: (question) =>
          question.question === "agent"
            ? answered({ ...(fullMarks(question) as { value: object }).value, necessity: null })
            : fullMarks(question),
      });
    const { score } = await axisResult(evidence, sampleDeps(panelJudge([silent(), good(), silent()])));
    expect(score.agent.reason).toMatch(/^fewer than 2 of 3 judges answered \(necessity\): /);
    expect(score.agent.auditedCount).toBe(2);
  });

  test("keeps where its members were furthest apart", async () => {
    const grade = (score: number) =>
      fakeJudge({ ...all(fullMarks), goal: { grades: [{ index: 0, rationale: "seen", score }] } });
    const { score } = await axisResult(evidence, sampleDeps(panelJudge([grade(2), grade(9), grade(7)])));
    expect(score.judging.goal?.disagreement).toEqual({ on: "check 1", low: 2, high: 9 });
    expect(score.judging.environment).not.toHaveProperty("disagreement");
  });

  test("takes the middle of several judges, and the mean of one judge that is asked several times", async () => {
    const grade = (score: number) =>
      fakeJudge({ ...all(fullMarks), goal: { grades: [{ index: 0, rationale: "seen", score }] } });
    const panel = panelJudge([grade(2), grade(9), grade(7)]);
    const several = await axisResult(evidence, sampleDeps(panel));
    expect(several.score.goalAchievement.score).toBe(70);
    expect(several.score.judging.goal).not.toHaveProperty("goals");
    const { kind: _, ...one } = panel;
    const drawn = await axisResult(evidence, sampleDeps({ ...one, draws: 3 }));
    expect(drawn.score.goalAchievement.score).toBe(60);
    expect(drawn.score.judging.goal).toMatchObject({ kind: "custom", goals: [20, 90, 70] });
  });

  test("a draw that gave no grade leaves the goals of the draws out", async () => {
    const three = { ...panelJudge([good(), dead(), good()]), draws: 3 };
    const { score } = await axisResult(evidence, sampleDeps(three));
    expect(score.goalAchievement.score).toBe(100);
    expect(score.judging.goal).not.toHaveProperty("goals");
  });

  test("asked by itself it declines", async () => {
    expect(
      await panelJudge([good()]).ask({} as never, { abort: new AbortController().signal, attempt: 1 }),
    ).toMatchObject({
      status: "declined",
    });
  });
});
