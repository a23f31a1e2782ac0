/** Holds panels within scoring: each member is asked again by itself, and one that fails leaves the rest. */
import { describe, expect, test } from "vitest";
import { panelJudge } from "../../judges/reading/panel.ts";
import { answered, fakeJudge, type FakeReply, fullMarks, inTurn } from "../../testing/fake-judge.ts";
import { axisResult } from "../axis-result.ts";
import { sampleEvidence, sampleWorld } from "../sample-evidence.ts";

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
    const alone = await axisResult(evidence, sampleWorld(good()));
    const together = await axisResult(evidence, sampleWorld(panelJudge([good(), good(), good()])));
    expect({ ...together.score, judging: null }).toEqual({ ...alone.score, judging: null });
    expect(together.score.judging.agent).toMatchObject({ kind: "panel", attempts: 1 });
  });

  test("asks a member again for what it left out, and the others not", async () => {
    const forgetful = fakeJudge(all(inTurn(() => answered({}), fullMarks)), { id: "forgetful" });
    const other = good();
    const { score } = await axisResult(evidence, sampleWorld(panelJudge([forgetful, other, good()])));
    expect(score.axisScore).not.toBeNull();
    expect(other.asked.every(({ attempt }) => attempt === 1)).toBe(true);
    expect(score.judging.goal?.attempts).toBe(2);
  });

  test("with one of three dead there is a number, and the report says whose is missing", async () => {
    const { score } = await axisResult(evidence, sampleWorld(panelJudge([good(), dead(), good()])));
    expect(score.axisScore).not.toBeNull();
    expect(score.judging.service?.members?.map(({ failure }) => failure ?? null)).toEqual([
      null,
      expect.stringContaining("HTTP 503"),
      null,
    ]);
  });

  test("with two of three dead every dimension is unscored, with the reason", async () => {
    const { score } = await axisResult(evidence, sampleWorld(panelJudge([dead(), good(), dead()])));
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
    const known = await axisResult(evidence, sampleWorld(panelJudge([paid(0.5), paid(0.25), paid(0)])));
    expect(known.score.judging.goal).toMatchObject({ costUsd: 0.75, tokenUsage: { input: 30, output: 3 } });
    const unknown = await axisResult(evidence, sampleWorld(panelJudge([paid(0.5), paid(null), paid(0)])));
    expect(unknown.score.judging.goal?.costUsd).toBeNull();
  });

  test("is cached where all its members were, and not where one had to be asked", async () => {
    const spending = (calls: number, costUsd: number) =>
      fakeJudge(all((question) => ({ ...fullMarks(question), spending: { calls, costUsd } })));
    const stored = await axisResult(evidence, sampleWorld(panelJudge([spending(0, 0), spending(0, 0)])));
    expect(stored.score.judging.goal).toMatchObject({ costUsd: 0, cached: true });
    const partly = await axisResult(evidence, sampleWorld(panelJudge([spending(0, 0), spending(1, 0.5)])));
    expect(partly.score.judging.goal).not.toHaveProperty("cached");
    const free = await axisResult(evidence, sampleWorld(panelJudge([good(), good()])));
    expect(free.score.judging.goal).not.toHaveProperty("cached");
  });

  test("keeps where its members were furthest apart", async () => {
    const grade = (score: number) =>
      fakeJudge({ ...all(fullMarks), goal: { grades: [{ index: 0, rationale: "seen", score }] } });
    const { score } = await axisResult(evidence, sampleWorld(panelJudge([grade(2), grade(9), grade(7)])));
    expect(score.judging.goal?.disagreement).toEqual({ on: "check 1", low: 2, high: 9 });
    expect(score.judging.environment).not.toHaveProperty("disagreement");
  });

  test("asked by itself it declines", async () => {
    expect(
      await panelJudge([good()]).ask({} as never, { abort: new AbortController().signal, attempt: 1 }),
    ).toMatchObject({
      status: "declined",
    });
  });
});
