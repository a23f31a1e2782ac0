/** A run in which every text that others write is the same one, and how to open all of it on a page. */
import type { Page } from "playwright-core";
import type { Entry } from "../../src/core/entry.ts";
import type { Json } from "../../src/core/json.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { sampleRun } from "./sample-run.ts";

/** Text that harms nobody, with everything in it that a page shows in a way of its own: what hostile text is measured by. */
export const calm = [
  "- calm **text** with `code`, *emphasis* and [a link](https://example.com/)",
  "",
  "1. one",
  "",
  "> quoted",
  "",
  "| a | b |",
  "|---|---|",
  "| 1 | 2 |",
  "",
  "---",
  "",
  "```",
  "x",
  "```",
].join("\n");

export function entriesWith(text: string): Entry[] {
  const timestamp = "2026-06-12T20:58:17.000Z";
  return [
    { type: "user", timestamp, text },
    { type: "system", timestamp: text, text },
    { type: "assistant", timestamp, text },
    { type: "tool_use", timestamp, id: text, tool: text, input: { command: text, [text]: text } },
    { type: "tool_result", timestamp, id: text, output: text, isError: true },
    { type: "error", timestamp, message: text },
    { type: "assistant", timestamp, text, thought: true },
    ...callsWith(text),
  ];
}

/** The same text in every call that is shown in a way of its own. */
function callsWith(text: string): Entry[] {
  const timestamp = "2026-06-12T20:58:17.000Z";
  const inputs: readonly (readonly [string, Json])[] = [
    ["shell", { command: `${text}\nsecond line` }],
    ["Write", { file_path: text, content: text }],
    ["Edit", { file_path: text, old_string: text, new_string: `${text} changed` }],
    ["apply_patch", `*** Begin Patch\n*** Update File: ${text}\n@@ ${text}\n-${text}\n+${text}\n*** End Patch`],
    ["patch", { patch: `--- a/${text}\n+++ b/${text}\n@@ -1 +1 @@ ${text}\n-${text}\n+${text}` }],
    ["WebFetch", { url: `https://example.com/${text}`, method: text }],
    [`mcp__${text}__${text}`, { [text]: text }],
    ["Read", { file_path: text }],
  ];
  return inputs.flatMap(([tool, input], index): Entry[] => [
    { type: "tool_use", timestamp, id: `call ${index}`, tool, input },
    { type: "tool_result", timestamp, id: `call ${index}`, output: text, isError: index % 2 === 0 },
  ]);
}

function metricWith(text: string): NonNullable<RunDetail["metrics"]>[number] {
  const signal = { name: text, value: text, score: 1, passed: true, description: text, headlineDisplay: true };
  const verdict = { status: "failed", score: null, reason: text, threshold: 50, passed: false } as const;
  return { key: text, name: text, ...verdict, explanation: text, signals: { [text]: [signal] } };
}

/** The diff of such a run stands in this file. */
export const hostilePatch = { file: "it.patch", bytes: 1, files: 1, added: 1, removed: 1, partial: 1 } as const;

/** A diff in which the same text is a path, lines that came and went, and what is said of a file. */
export function patchWith(text: string): string {
  const name = text.replaceAll("\n", " ").slice(0, 2_000);
  const lines = text.split("\n");
  return [
    `diff --git a/${name} b/${name}`,
    "old mode 100644",
    `Files ${name} differ`,
    `@@ -1 +1 @@ ${name}`,
    ...lines.map((line) => `-${line}`),
    ...lines.map((line) => `+${line}`),
    ...lines.map((line) => ` ${line}`),
    ...lines,
    "",
  ].join("\n");
}

/** The same text in every field of a run that an agent, a judge, a dataset or a file can write, but for those given. */
export async function runWith(text: string, given: Partial<RunDetail> = {}): Promise<RunDetail> {
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
    scenarioFile: text,
    earlierAttempts: [{ runId: "run_0", file: text, code: "rate-limit", error: text, waitedMs: 1 }],
    metrics: [metricWith(text)],
    artifacts: [
      { path: text, size: 3, mimeType: text, file: "a.html" },
      { path: "x.svg", size: 3, mimeType: "image/svg+xml", file: "x.svg" },
      { path: "gone", size: 3, mimeType: text, skipped: text },
    ],
    patch: hostilePatch,
    ...given,
  });
  const score = run.score!;
  const judge = { kind: "custom", name: text, model: text, attempts: 2 } as const;
  const criteria = score.goalAchievement.criteria.map((each) => ({ ...each, cites: [1, text] }));
  const necessity = { score: 0.5, unnecessaryIds: [1, 2], rationale: text };
  const audits = score.agent.audits.map((audit) => ({ ...audit, rationale: text, success: 0.4 }));
  return {
    ...run,
    score: {
      ...score,
      goalAchievement: { ...score.goalAchievement, criteria },
      agent: { ...score.agent, audits, necessity, dimensions: { ...score.agent.dimensions, necessity: 50 } },
      service: { ...score.service, reason: text },
      insights: [{ dimension: "agent", score: 1, signal: text, value: 1, message: text }],
      patterns: [{ dimension: "agent", description: text, interactionIds: [1], severity: "high" }],
      judging: {
        ...score.judging,
        agent: {
          ...judge,
          provider: text,
          disagreement: { on: text, low: 0, high: 1 },
          members: [{ ...judge, failure: text }],
        },
      },
    },
    output: {
      ...run.output,
      result: text,
      metadata: { ...run.output.metadata, startTime: text, endTime: text },
    },
  };
}

/** Opens everything that can be opened, until no others comes. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const clicked = new WeakSet<Element>();
    let changedMs = performance.now();
    new MutationObserver(() => (changedMs = performance.now())).observe(document.body, {
      childList: true,
      subtree: true,
    });
    const openAll = () => {
      for (const details of document.querySelectorAll("details")) details.open = true;
      for (const button of document.querySelectorAll("button")) {
        const isMore = button.textContent === "Show more";
        if (!isMore && (button.ariaExpanded !== "false" || clicked.has(button))) continue;
        clicked.add(button);
        button.click();
      }
    };
    const isComing = () =>
      [...document.querySelectorAll(".artifacts details")].some((file) => file.children.length < 2) ||
      [...document.querySelectorAll(".waiting, .state.loading, #diff .notice, #transcript h2 small")].some((words) =>
        /^reading/i.test(words.textContent),
      );
    do {
      openAll();
      await new Promise((resolve) => setTimeout(resolve, 50));
    } while (isComing() || performance.now() - changedMs < 300);
  });
}
