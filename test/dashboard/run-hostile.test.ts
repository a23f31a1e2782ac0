import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import type { Entry } from "../../src/core/entry.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { carded } from "../browser/sample-card.ts";
import { payloads, script } from "../browser/payloads.ts";
import { sampleRun } from "../browser/sample-run.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { addEntries, begunRun, recordedRun } from "./recorded-run.ts";

const open = useDashboardBrowser();

let served: DashboardWorld;
beforeAll(async () => {
  served = await openDashboard();
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

// A database holds no lone surrogate and no NUL; everything else comes through as it is.
const all = payloads.join("\n").replaceAll("\u0000", "").toWellFormed();
const calm = "- calm **text** with `code` and [a link](https://example.com/)\n\n1. one\n\n```\nx\n```";

function entriesWith(text: string): Entry[] {
  const timestamp = "2026-06-12T20:58:17.000Z";
  return [
    { type: "user", timestamp, text },
    { type: "system", timestamp: text, text },
    { type: "assistant", timestamp, text },
    { type: "tool_use", timestamp, id: text, tool: text, input: { command: text, [text]: text } },
    { type: "tool_result", timestamp, id: text, output: text, isError: true },
    { type: "error", timestamp, message: text },
  ];
}

/** The same text in every field that an agent, a judge, a gate or a file can write. */
async function runWith(text: string): Promise<RunDetail> {
  const run = await sampleRun(entriesWith(text), {
    scenarioKey: text.slice(0, 400),
    scenarioName: text,
    agentName: text.slice(0, 400),
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
    teardownError: text,
    warnings: [text],
    judgeReplies: [{ question: text, attempt: 1, problem: text, raw: text }],
    skillsInstalled: [{ name: text, path: text, commit: text }],
    artifacts: [
      { path: "<img src=x onerror=alert(1)>.html", size: 3, mimeType: text, file: "a.html" },
      { path: "x.svg", size: 3, mimeType: "image/svg+xml", file: "x.svg" },
      { path: "gone", size: 3, mimeType: text, skipped: text },
    ],
    output: {
      transcript: entriesWith(text),
      result: text,
      metadata: { startTime: text, endTime: text, durationMs: 1, exitCode: 0 },
    },
  });
  const score = run.score!;
  const audits = score.agent.audits.map((audit) => ({ ...audit, rationale: text, success: 0.4 }));
  const necessity = { score: 0.5, unnecessaryIds: [1, 2], rationale: text };
  return carded(
    {
      ...run,
      score: {
        ...score,
        agent: { ...score.agent, audits, necessity, dimensions: { ...score.agent.dimensions, necessity: 50 } },
        service: { ...score.service, reason: text },
        insights: [{ dimension: "agent", score: 1, signal: text, value: 1, message: text }],
        patterns: [{ dimension: "agent", description: text, interactionIds: [1], severity: "high" }],
        judging: { ...score.judging, agent: { kind: "custom", name: text, attempts: 2 } },
      },
    },
    { tail: text },
  );
}

/** Opens everything that can be opened. */
async function unfold(page: Page): Promise<void> {
  for (let round = 0; round < 4; round += 1)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
      for (const button of document.querySelectorAll<HTMLButtonElement>('button[aria-expanded="false"]'))
        button.click();
      for (const button of document.querySelectorAll("button")) if (button.textContent === "Show more") button.click();
      return new Promise((resolve) => setTimeout(resolve, 50));
    });
}

async function look(hash: string, ready: string) {
  const { page, wrongs } = await open(`${served.address}#/${hash}`);
  await page.locator(ready).first().waitFor();
  await unfold(page);
  const seen = await page.evaluate(() => ({
    elements: [...new Set([...document.querySelectorAll("*")].map((element) => element.tagName.toLowerCase()))],
    pwned: (window as unknown as { pwned?: unknown }).pwned,
    links: [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? ""),
    body: document.getElementById("app")?.textContent ?? "",
  }));
  await page.context().close();
  return { ...seen, wrongs };
}

/** What hostile text may not do, measured by what calm text does at the same place. */
async function expectInert(hashOf: (text: string) => Promise<string>, ready: string): Promise<string> {
  const tame = await look(await hashOf(calm), ready);
  const hostile = await look(await hashOf(all), ready);
  expect(hostile.pwned).toBeUndefined();
  expect(hostile.wrongs).toEqual([]);
  expect(hostile.elements.filter((name) => !tame.elements.includes(name))).toEqual([]);
  expect(hostile.links.filter((href) => !/^(?:#|https:\/\/example\.com\/$)/.test(href))).toEqual([]);
  expect(hostile.body).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u001B\u0000]/);
  expect(tame.wrongs).toEqual([]);
  return hostile.body;
}

const files = (text: string) => ({ "a.html": text, "x.svg": text });

test("hostile text in every field of a run is only ever text, and can be read", async () => {
  const body = await expectInert(
    async (text) => `runs/${await recordedRun(served.world, await runWith(text), files(text))}`,
    "#how",
  );
  expect(body).toContain(`<img src=x onerror="${script}">`);
  expect(body).toContain("\\u{202e}txt.exe");
}, 120_000);

test("hostile text in two runs side by side is only ever text", async () => {
  await expectInert(async (text) => {
    const detail = await runWith(text);
    const a = await recordedRun(served.world, detail, files(text));
    const b = await recordedRun(served.world, detail, files(text));
    return `compare/${a}/${b}`;
  }, "#calls");
}, 120_000);

test("hostile text in the transcript of a run that goes on is only ever text", async () => {
  const body = await expectInert(async (text) => {
    const id = await begunRun(served.world, { scenarioKey: text.slice(0, 400), agentName: text.slice(0, 400) });
    await addEntries(served.world, id, { first: 0, entries: entriesWith(text) });
    return `runs/${id}`;
  }, "#transcript .item");
  expect(body).toContain("\\u{202e}txt.exe");
}, 120_000);
