/** A run in which every text that others write is the same one, and how to open all of it on a page. */
import type { Entry } from "../../src/core/entry.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import type { WatchedPage } from "./browser-test.ts";
import { sampleRun } from "./sample-run.ts";

function entriesWith(text: string): Entry[] {
  const timestamp = "2026-06-12T20:58:17.000Z";
  return [
    { type: "user", timestamp, text },
    { type: "system", timestamp: text, text },
    { type: "assistant", timestamp, text },
    { type: "tool_use", timestamp, id: text, tool: text, input: { command: text, [text]: text } },
    { type: "tool_result", timestamp, id: text, output: text, isError: true },
    { type: "error", timestamp, message: text },
    { type: "assistant", timestamp, text, thought: true },
  ];
}

/** The same text in every field of a run that an agent, a judge, a dataset or a file can write. */
export async function runWith(text: string): Promise<RunDetail> {
  const run = await sampleRun(entriesWith(text), {
    scenarioName: text,
    outcome: { status: "failed", code: "exit", message: text },
    outcomeClass: "agent",
    failed: true,
    error: text,
    suspect: text,
    prompt: text,
    judge: [{ check: text, weight: 1, verify: text }],
    checks: [{ index: 0, status: "decided", score: 4, rationale: text }],
    agentConfig: { agent: text, model: text },
    setupOutput: text,
    teardownOutput: text,
    teardownError: text,
    warnings: [text],
    judgeReplies: [{ question: text, attempt: 1, problem: text, raw: text }],
    skillsInstalled: [{ name: text, path: text, commit: text }],
    artifacts: [
      { path: text, size: 3, mimeType: text, file: "a.html" },
      { path: "x.svg", size: 3, mimeType: "image/svg+xml", file: "x.svg" },
      { path: "gone", size: 3, mimeType: text, skipped: text },
    ],
  });
  const score = run.score!;
  const necessity = { score: 0.5, unnecessaryIds: [1, 2], rationale: text };
  const audits = score.agent.audits.map((audit) => ({ ...audit, rationale: text, success: 0.4 }));
  return {
    ...run,
    score: {
      ...score,
      agent: { ...score.agent, audits, necessity, dimensions: { ...score.agent.dimensions, necessity: 50 } },
      service: { ...score.service, reason: text },
      insights: [{ dimension: "agent", score: 1, signal: text, value: 1, message: text }],
      patterns: [{ dimension: "agent", description: text, interactionIds: [1], severity: "high" }],
      judging: { ...score.judging, agent: { kind: "custom", name: text, attempts: 2 } },
    },
    output: { ...run.output, result: text },
  };
}

/** Opens everything that can be opened. */
export async function unfold({ page }: WatchedPage): Promise<void> {
  for (let round = 0; round < 4; round += 1)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
      for (const button of document.querySelectorAll<HTMLButtonElement>('button[aria-expanded="false"]'))
        button.click();
      for (const button of document.querySelectorAll("button")) if (button.textContent === "Show more") button.click();
      return new Promise((resolve) => setTimeout(resolve, 50));
    });
}
