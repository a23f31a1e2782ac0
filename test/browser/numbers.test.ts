/** Every number of every run on the page, by machine: it is the one in report.json or in the run's own document. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { type AxisResult, type DimensionState, signalNames } from "../../src/core/score/axis-result.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { totalTokens } from "../../src/core/model/token-usage.ts";
import { formatCost, formatDuration, formatTokens } from "../../src/report/text/format.ts";
import { useBrowser } from "./browser-test.ts";
import { carded } from "./sample-card.ts";
import { type WrittenPage, writeSample } from "./sample-page.ts";
import { call, sampleRun } from "./sample-run.ts";

const open = useBrowser();
let details: RunDetail[];
let written: WrittenPage;
let page: Page;

/** Runs that have hardly a number in common. */
async function runOf(number: number): Promise<RunDetail> {
  const steps = Array.from({ length: 3 + 4 * number }, (_, at) => call(at + 1, "x".repeat(50 * number * at))).flat();
  const isFailed = number === 3;
  const run = await sampleRun(steps, {
    scenarioKey: `suite/${number % 3}`,
    agentName: `agent-${Math.floor(number / 3)}`,
    durationMs: 900 + number * 17_341,
    tokenUsage: { input: 17 ** number % 900_001, output: 31 * number, cacheReadInput: 7 ** number % 70_001 },
    ...(number === 1 ? {} : { totalCostUsd: 0.0137 * number ** 3 }),
    judge: [
      { check: "first", weight: 0.25, verify: "true" },
      { check: "second", weight: 0.75, verify: "true" },
    ],
    checks: [
      { index: 0, status: "decided", score: number, rationale: "graded" },
      { index: 1, status: "decided", score: 10 - number, rationale: "graded" },
    ],
    ...(isFailed
      ? { failed: true, outcomeClass: "agent", outcome: { status: "failed", code: "exit", message: "no" }, error: "no" }
      : {}),
  });
  const costly: RunDetail = { ...run, judgeCostUsd: number / 3, exitCode: number };
  return number % 2 === 0 ? carded(costly) : costly;
}

beforeAll(async () => {
  details = await Promise.all([0, 1, 2, 3, 4, 5].map(runOf));
  written = await writeSample(details);
});

const dimensions = ["goalAchievement", "environment", "service", "agent"] as const;
const shown = ({ score, status }: DimensionState) =>
  score === null ? (status === "not-applicable" ? "n/a" : "–") : String(score);
const tokensOf = ({ tokenUsage }: Pick<RunDetail, "tokenUsage">) =>
  tokenUsage === undefined ? "–" : formatTokens(totalTokens(tokenUsage));

/** The first text of each, without what is only read aloud. */
const firstTexts = (selector: string) =>
  page.$$eval(selector, (found) => found.map((element) => element.firstChild?.textContent ?? ""));

test("every field of every row of the table", async () => {
  ({ page } = await open(`${written.address}#/?view=table`));
  await page.waitForSelector("table.results tbody tr");
  const rows = await page.$$eval("table.results tbody tr", (all) =>
    all.map((row) =>
      [...row.children].map((cell) => (cell.querySelector(".score, .none") ?? cell).firstChild?.textContent ?? ""),
    ),
  );
  expect(rows.map((cells) => cells.slice(3))).toEqual(
    written.report.results.map((result) => [
      String(result.means.axisScore),
      ...dimensions.map((id) => (result.means[id] === null ? shown(result.score![id]) : String(result.means[id]))),
      result.scorecard === undefined ? "–" : String(result.scorecard.score),
      tokensOf(result),
      formatCost(result.totalCostUsd),
      formatDuration(result.durationMs),
    ]),
  );
});

test("every field of the matrix", async () => {
  ({ page } = await open(`${written.address}#/?view=matrix`));
  await page.waitForSelector("table.matrix tbody td");
  const fields = await page.$$eval("table.matrix .scenario-row .heat", (all) =>
    all.map((field) => [".sr", ".score", ".mark"].map((part) => field.querySelector(part)?.textContent ?? "")),
  );
  const wanted = written.report.results.map(({ agentName, scenarioKey, means }) => {
    const mean = String(means.axisScore);
    return [`${agentName}, ${scenarioKey}: 0 of 1 passed, mean ${mean}. `, mean, "✕"];
  });
  expect(fields.toSorted()).toEqual(wanted.toSorted());
});

test("the sums of the whole report", async () => {
  ({ page } = await open(`${written.address}#/`));
  await page.waitForSelector(".headline .totals");
  const { summary, results } = written.report;
  expect(await page.textContent(".headline strong")).toBe(String(summary.averageAxisScore));
  expect(await page.textContent(".headline .over")).toBe(`mean of ${summary.total} results; flawless is 98`);
  const sum = (of: (result: RunDetail) => number) => details.reduce((total, detail) => total + of(detail), 0);
  const text = await page.textContent(".headline .totals");
  expect(text).toContain(`${formatTokens(sum(({ tokenUsage }) => totalTokens(tokenUsage!)))} tokens`);
  expect(text).toContain(
    `${formatCost(sum(({ totalCostUsd }) => totalCostUsd ?? 0))} (known for 5 of ${results.length} runs)`,
  );
  expect(await page.locator(".status-counts p > *").allTextContents()).toEqual([
    "6 runs",
    "6 failed",
    "3 scenarios × 2 agents × 1 trial",
  ]);
});

describe.each([0, 1, 2, 3, 4, 5])("run %i", (number) => {
  let detail: RunDetail;
  let score: AxisResult;
  beforeAll(async () => {
    detail = details[number]!;
    score = detail.score!;
    ({ page } = await open(`${written.address}#/run/0/${detail.runId}`));
    await page.waitForSelector("#how");
    await page.locator("#transcript h2 small", { hasText: /^\d+ steps$/ }).waitFor();
  });

  test("its head, and how it was run", async () => {
    expect(await page.textContent(".run-head .figure strong")).toBe(String(score.axisScore));
    const bars = await page.$$eval(".dimension-bars li", (all) =>
      all.map((bar) => bar.lastElementChild?.firstChild?.textContent),
    );
    expect(bars).toEqual(dimensions.map((id) => shown(score[id])));
    await page.locator("#how summary").first().click();
    await page.locator("#how .facts").first().waitFor();
    const facts = await page.$$eval("#how .facts:first-of-type > div", (all) =>
      Object.fromEntries(all.map((fact) => [fact.children[0]?.textContent, fact.children[1]?.textContent])),
    );
    expect(facts).toMatchObject({
      Took: formatDuration(detail.durationMs),
      Steps: `${detail.stats.totalInteractions}, ${detail.stats.totalErrors} with an error`,
      Cost: detail.totalCostUsd === undefined ? "unknown" : formatCost(detail.totalCostUsd),
      "Judges cost": formatCost(detail.judgeCostUsd ?? undefined),
      "Exit code": String(number),
    });
    expect(facts["Tokens"]).toMatch(new RegExp(`^${tokensOf(detail)}: ${formatTokens(detail.tokenUsage!.input)} in, `));
  });

  test("its checks: what does not hold first, with what it cost", async () => {
    const { criteria } = score.goalAchievement;
    const whole = (grade: number | null) => (grade === 10 ? 1 : 0);
    const ordered = criteria.toSorted((a, b) => whole(a.score) - whole(b.score));
    const grades = await page.locator("#criteria .grade").allTextContents();
    expect(grades.map((text) => text.split(",")[0])).toEqual(ordered.map((each) => `${each.score} of 10`));
    const costs = grades.map((text) => Number(/costs ([\d.]+)/.exec(text)?.[1] ?? 0));
    const lost = (100 - score.goalAchievement.score!) * score.effectiveWeights.goal_achievement;
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(lost, 0);
  });

  test("its tree: dimensions, weights, signals, and every step that lowered one", async () => {
    const names = { goalAchievement: "Goal", environment: "Environment", service: "Service", agent: "Agent" };
    for (const id of dimensions) {
      const own = page.locator(`> summary > .branch-name:text-is("${names[id]}")`);
      const branch = page.locator(".tree > details").filter({ has: own });
      const [head] = await branch.locator("> summary").allTextContents();
      expect(head).toContain(shown(score[id]));
      if (id === "goalAchievement") continue;
      const { dimensions: signals, audits, interactionCount, auditedCount } = score[id];
      expect(await branch.locator("> .twig > .decided").first().textContent()).toBe(
        `${interactionCount} steps, ${auditedCount} of them judged individually`,
      );
      const values = await branch.locator("details > summary .score").allTextContents();
      const weights = written.report.scoring!.signalWeights[id];
      const wanted = signalNames.filter((signal) => signals[signal] !== null || weights[signal] > 0);
      expect(values).toEqual(wanted.map((signal) => String(signals[signal] ?? "–")));
      const low = await branch
        .locator("details", { hasText: /^Success/ })
        .locator("li > .score")
        .allTextContents();
      const expected = audits.map(({ success }) => success).filter((value) => value < 1);
      expect(low).toEqual(
        expected
          .toSorted((a, b) => a - b)
          .slice(0, 20)
          .map(String),
      );
    }
  });

  test("its points: what every dimension lost adds up to what is missing from 100", async () => {
    if (score.axisScore === null) return;
    const parts = await page.locator(".tree > details > summary > .branch-points").allTextContents();
    const lost = parts.reduce((sum, text) => sum - Number(text.replace("−", "-").replace("–", "0")), 0);
    const [, reached] = /([\d.]+) of 100 reached/.exec((await page.textContent("#score h2")) ?? "") ?? [];
    expect(lost + Number(reached)).toBeCloseTo(100, 0);
  });

  test("its time: the sums of the lanes, and the slowest steps", async () => {
    const { interactions } = detail;
    const spent = interactions.reduce((total, { durationMs }) => total + (durationMs ?? 0), 0);
    const lanes = await page.locator(".lane").allTextContents();
    expect(lanes.find((text) => text.startsWith("Environment"))).toContain(formatDuration(spent));
    const slow = interactions
      .map(({ durationMs }) => durationMs ?? 0)
      .toSorted((a, b) => b - a)
      .slice(0, 8);
    expect(await firstTexts("#time .slow td.number")).toEqual(slow.map(formatDuration));
  });
});
