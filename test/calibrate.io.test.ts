/** `axis calibrate` through the binary, with a model over HTTP on loopback, and budgets that count what it spends. */
import { describe, expect, test } from "vitest";
import { openProject } from "./fixtures/driven.ts";
import { judgeServer } from "./fixtures/judge-server.ts";
import { readPrompt } from "./injection/stub-judge.ts";

const key = "canary-calibration-key-4711-abcdefgh";
const env = { STUB_KEY: key };
const modelAt = (url: string) => ({ provider: "compatible", model: "stub", base_url: url, api_key_env: "STUB_KEY" });

/** Grades by whether the final answer says Paris; each answer is another one than the last. */
const byAnswer = (prompt: string) => {
  const { nonce, facts, checks } = readPrompt(prompt);
  const score = facts.finalAnswer?.includes("Paris") ? 10 : 0;
  const grades = checks.map(({ index }) => ({ index, rationale: "by the answer", score }));
  return JSON.stringify({ nonce, grades });
};

const labels = [
  { query: "Capital of France?", actual_output: "Paris", expected_output: "Paris", human: 1 },
  { query: "Capital of France?", actual_output: "Lyon", expected_output: "Paris", human: 0 },
  { query: "Capital of Texas?", actual_output: "Paris, Texas", expected_output: "Austin", human: 0 },
];

const files = (url: string) => ({
  "axis.config.json": {
    agents: [{ agent: "command", name: "worker", command: "echo Paris" }],
    judging: { questions: { goal: modelAt(url) }, agents: ["rules"] },
    settings: { prices: { "compatible/stub": { input: 100, output: 1000, cacheRead: 10 } } },
  },
  "scenarios/capital.json": { name: "Capital", prompt: "Capital of France?", judge: "It says Paris" },
  "labels.jsonl": labels.map((label) => `${JSON.stringify(label)}\n`).join(""),
});

describe("a model over HTTP", () => {
  test("is asked about labelled records, and its key is kept nowhere", async () => {
    await using server = await judgeServer(({ prompt }) => byAnswer(prompt));
    await using project = await openProject(files(server.url));
    const asked = ["calibrate", "labels.jsonl", "--judge", "compatible/stub", "-c", "axis.config.json", "--json"];
    const { code, stdout, stderr } = await project.axis(asked, { env });
    expect([code, stderr.includes("Saved in")]).toEqual([0, true]);
    expect(JSON.parse(stdout)).toMatchObject({
      identity: { judge: "compatible/stub" },
      agreement: { n: 3, truePositives: 1, falsePositives: 1, trueNegatives: 1 },
    });
    expect(server.heard).toHaveLength(3);
    expect(server.heard.every(({ prompt }) => prompt.includes("For reference, a right answer is"))).toBe(true);
    expect(`${stdout}${stderr}`).not.toContain(key);
    // Asked the same again, stored answers do.
    await project.axis(asked, { env });
    expect(server.heard).toHaveLength(3);
  });

  test("is asked m times with --judge-samples, each time anew, and counts against the budget by the price of the settings", async () => {
    await using server = await judgeServer(({ prompt }) => byAnswer(prompt));
    await using project = await openProject(files(server.url));
    const args = ["--judge-samples", "3", "--budget-usd", "1", "--allow-unknown-cost"];
    const { code, report } = await project.report(args, { env });
    expect([code, server.heard.length]).toEqual([0, 3]);
    expect(report.results[0]?.score?.judging.goal).toMatchObject({ kind: "model", goals: [100, 100, 100] });
    // Three answers of 100 tokens in and 20 out.
    expect(report.budget?.spent.judges).toMatchObject({ costUsd: 0.09, tokens: 360, unknown: 0 });
    expect(report.summary.judging?.costUsd).toBe(0.09);
    expect(report.budget?.spent.agents).toMatchObject({ costUsd: null, unknown: 1 });
  });
});
