/** Holds an agent as a judge, in this process: what it is given, and what becomes of what it does. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AgentAdapter, AgentTask } from "../../core/agent.ts";
import type { Outcome } from "../../core/outcome.ts";
import { axisResult } from "../scoring/axis-result.ts";
import { sampleEvidence, sampleDeps } from "../scoring/sample-evidence.ts";
import { fakeAgent } from "../../testing/fake-agent.ts";
import { testJudge } from "../../testing/suites/test-judge.ts";
import { agentJudge } from "./agent-judge.ts";

const world = { env: {}, names: [], configDir: "/", now: () => new Date(), onWarning: () => {} };
const judgeOf = (adapter: AgentAdapter) =>
  agentJudge({ name: "a", adapter, config: { agent: "a", model: "m" } }, world);
const nonceIn = (prompt: string) => /whose "nonce" is "([0-9a-f]+)"/.exec(prompt)?.[1] ?? "";

/** Answers everything with full marks, by reading the prompt. */
function reply({ prompt }: Pick<AgentTask, "prompt">): string {
  const about = /very beginning asks \((\w+)\)/.exec(prompt)?.[1];
  const nonce = nonceIn(prompt);
  const material = JSON.parse(
    prompt.slice(prompt.lastIndexOf("<material-") + 43, prompt.lastIndexOf("</material-")),
  ) as {
    interactions?: { id: number }[];
  };
  const audits = (material.interactions ?? []).map(({ id }) => ({
    id,
    rationale: "r",
    success: 1,
    weight: 1,
    contextRelevance: 1,
  }));
  if (about !== "goal")
    return JSON.stringify({ nonce, audits, necessity: { rationale: "r", unnecessaryIds: [], score: 1 } });
  const indices = [...prompt.matchAll(/^\{"index":(\d+),"check"/gm)].map(([, index]) => Number(index));
  return JSON.stringify({ nonce, grades: indices.map((index) => ({ index, rationale: "r", score: 9 })) });
}

const adapter = (outcome: (task: AgentTask) => Outcome): AgentAdapter => ({
  name: "a",
  run: async (task) => outcome(task),
});
const good = adapter((task) => ({ status: "completed", result: reply(task) }));

testJudge("of an agent", () => judgeOf(good));

const evidence = sampleEvidence([{ categories: ["environment"] }]);
const scoreWith = async (judge: AgentAdapter, fields = {}) =>
  (await axisResult(evidence, sampleDeps(judgeOf(judge), { judging: { retries: 0, timeoutMs: 60_000 }, ...fields })))
    .score;

describe("what it is given", () => {
  test("no MCP servers, no skills, its model, and the word that it judges", async () => {
    const tasks: AgentTask[] = [];
    await scoreWith(adapter((task) => (tasks.push(task), { status: "completed", result: reply(task) })));
    expect(tasks).toHaveLength(3);
    for (const task of tasks)
      expect(task).toMatchObject({ mcpServers: {}, skills: [], model: "m", judging: { evidence: null } });
  });

  test("for the goal what was left behind, which is gone afterwards", async () => {
    const seen: string[] = [];
    const looking: AgentAdapter = {
      name: "a",
      async run(task, io) {
        const folder = task.judging?.evidence;
        if (typeof folder === "string") {
          seen.push(folder, await readFile(join(folder, "transcript.ndjson"), "utf8"));
          expect([existsSync(join(folder, "work")), io.workspace]).toEqual([true, join(folder, "..", "work")]);
        }
        return { status: "completed", result: reply(task) };
      },
    };
    const left = {
      copyForJudge: async (into: string) => {
        await (await import("node:fs/promises")).mkdir(into);
        return true;
      },
    };
    const score = await scoreWith(looking, { left });
    expect(score.goalAchievement.score).toBe(90);
    expect(
      seen[1]
        ?.trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as { type: string }).type),
    ).toEqual(["tool_use", "tool_result"]);
    expect(existsSync(seen[0] ?? "")).toBe(false);
  });

  test("only the text, where what was left has been altered since", async () => {
    const prompts: string[] = [];
    const score = await scoreWith(
      adapter((task) => (prompts.push(task.prompt), { status: "completed", result: reply(task) })),
      { left: { copyForJudge: async () => false } },
    );
    expect(score.goalAchievement.score).toBe(90);
    expect(prompts.some((prompt) => prompt.includes("../evidence"))).toBe(false);
  });
});

describe("what becomes of what it does", () => {
  test.each<[string, AgentAdapter, string]>([
    [
      "fails",
      adapter(() => ({ status: "failed", code: "exit", message: "exit code 1" })),
      "the judge failed (exit): exit code 1",
    ],
    ["has no key", adapter(() => ({ status: "failed", code: "auth", message: "401" })), "the judge failed (auth): 401"],
    ["throws", fakeAgent({ ending: "throw" }), "The adapter threw"],
    ["says nothing", adapter(() => ({ status: "completed", result: null })), "the reply is empty"],
    [
      "forgets the nonce",
      adapter((task) => ({ status: "completed", result: reply(task).replace(nonceIn(task.prompt), "x") })),
      "carries the nonce",
    ],
  ])("one that %s leaves everything unscored", async (_, judge, reason) => {
    const score = await scoreWith(judge);
    expect([score.axisScore, score.goalAchievement.score]).toEqual([null, null]);
    expect(score.goalAchievement.reason).toContain(reason);
  });

  test("one that could not be made ready is made ready for the next question", async () => {
    const troubles = [new Error("the network is down")];
    const lame: AgentAdapter = {
      ...good,
      ready: async () => {
        const trouble = troubles.shift();
        if (trouble !== undefined) throw trouble;
        return { missing: [] };
      },
    };
    const judge = judgeOf(lame);
    const scored = () => axisResult(evidence, sampleDeps(judge, { judging: { retries: 0, timeoutMs: 60_000 } }));
    expect((await scored()).score.reason).toContain("the judge could not be started: the network is down");
    expect((await scored()).score.axisScore).toBeGreaterThan(80);
  });

  test("its last words count where its outcome holds no answer", async () => {
    const speaking: AgentAdapter = {
      name: "a",
      async run(task, io) {
        io.emit({ type: "assistant", text: reply(task) });
        io.usage({ input: 5, output: 6 }, 0.5);
        return { status: "completed", result: null };
      },
    };
    const score = await scoreWith(speaking);
    expect(score.axisScore).toBeGreaterThan(90);
    expect(score.judging.agent).toEqual({
      kind: "agent",
      name: "a",
      agent: "a",
      model: "m",
      attempts: 1,
      tokenUsage: { input: 5, output: 6 },
      costUsd: 0.5,
    });
  });

  test("one that never ends is stopped at its time", async () => {
    const score = await scoreWith(fakeAgent({ ending: "abort" }), { judging: { retries: 0, timeoutMs: 30 } });
    expect(score.goalAchievement.reason).toContain("no answer within the time limit");
  });
});
