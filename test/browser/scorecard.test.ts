import { expect, test } from "vitest";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { useBrowser } from "./browser-test.ts";
import { carded } from "./sample-card.ts";
import { writeSample } from "./sample-page.ts";
import { calls, sampleRun } from "./sample-run.ts";

const open = useBrowser();

async function cardOf(detail: RunDetail) {
  const { address } = await writeSample([detail]);
  const { page, wrongs } = await open(`${address}#/run/0/${detail.runId}`);
  const card = page.locator("#scorecard");
  await card.waitFor();
  return { page, card, wrongs };
}

test("the scorecard has the report's own numbers: score, tier in words, axes with weights and inputs", async () => {
  const run = carded(await sampleRun(calls(6)));
  const { score, tier, axes, weights } = run.scorecard!;
  const { card, wrongs } = await cardOf(run);
  expect(await card.locator(".figure").textContent()).toContain(`${score}${tier}`);
  const rows = await card
    .locator(".card-axes tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.children].slice(1, 3).map((cell) => cell.textContent)));
  const ids = ["completion", "error_rate", "latency", "resource_efficiency"] as const;
  expect(rows).toEqual(ids.map((id) => [String(axes[id].score), `${weights[id] / 100} %`]));
  const text = await card.textContent();
  expect(text).toContain("COMPLETED");
  expect(text).toContain("2 of 3 stages passed the first time");
  expect(text).toContain("at most 430.0 MB of 4.3 GB");
  expect(wrongs).toEqual([]);
});

test("an axis that was defaulted says so with the reason, and so does the card", async () => {
  const { card } = await cardOf(carded(await sampleRun(calls(6))));
  expect(await card.locator(".card-axes tbody tr").nth(2).textContent()).toContain(
    "Defaulted to 50: there is no earlier run to compare with.",
  );
  expect(await card.locator(".card-axis").nth(2).textContent()).toContain("there is no earlier run to compare with");
  expect(await card.locator("> .notice").textContent()).toBe(
    "An axis, or a part of one, could not be computed and counts as 50.",
  );
});

test("stages show every execution of their gates with its output, and the turns that repaired them", async () => {
  const { card, wrongs } = await cardOf(
    carded(await sampleRun(calls(6)), { tail: "<img src=x onerror=alert(1)>\u202E" }),
  );
  const stage = card.locator(".stages li").filter({ hasText: "unit-tests" }).first();
  expect(await stage.textContent()).toContain("passed in the end");
  expect(await stage.textContent()).toContain("2 executions, 1 repair turn");
  await card.locator(".card-details > summary").click();
  await stage.locator("summary").click();
  expect(await stage.locator("pre").textContent()).toContain("<img src=x onerror=alert(1)>");
  expect(await stage.locator("pre").textContent()).not.toContain("\u202E");
  expect(await card.locator(".turns").textContent()).toContain("Repair of unit-tests, in the same session");
  expect(wrongs).toEqual([]);
});

test("results have a column for scorecards, where any run has one, and can be sorted by it", async () => {
  const bare = await sampleRun(calls(3), { scenarioKey: "login" });
  const { address } = await writeSample([bare, carded(await sampleRun(calls(6)))]);
  const { page } = await open(`${address}#/?view=table&sort=card`);
  await page.locator("table.results").waitFor();
  const texts = await page.locator(".results tbody tr").allTextContents();
  expect(texts[0]).toContain("deploy/preview");
  expect(texts[1]).toContain("login");
  expect(texts.join()).not.toMatch(/COMPLETED|BLOCKED|Gold/);
  const without = await open(`${(await writeSample([bare])).address}#/?view=table`);
  await without.page.locator("table.results").waitFor();
  expect(await without.page.locator(".results thead").textContent()).not.toContain("Scorecard");
});

test("budget, calibration, judges' cost, earlier attempts and early decisions are said", async () => {
  const spent = { costUsd: 0.5, knownUsd: 0.5, tokens: 1000, unknown: 0 };
  const run: RunDetail = {
    ...(await sampleRun(calls(3))),
    judgeCostUsd: null,
    earlierAttempts: [{ runId: "run_0", file: "a.json", code: "rate-limit", error: "try later", waitedMs: 2000 }],
  };
  const { report } = await writeSample([run]);
  const stoppedAt = { trials: 4, decision: "good" as const, passRate: { lower: 0.6, upper: 1 } };
  const { address } = await writeSample([run], {
    results: report.results.map((result) => ({ ...result, stoppedAt })),
    budget: { costUsd: 2, spent: { agents: spent, judges: spent }, stopped: "the money is used up" },
    calibration: { judge: "model-x", applies: false, why: "the rubric changed" },
  });
  const { page, wrongs } = await open(address);
  const summary = await page.locator(".page-head").textContent();
  expect(summary).toContain("Budget of $2.00");
  expect(summary).toContain("Stopped: the money is used up");
  expect(summary).toContain("Judge not calibrated: model-x: the rubric changed");
  await page.goto(`${address}#/run/0/${run.runId}`);
  await page.locator("#attempts").waitFor();
  expect(await page.locator("#attempts").textContent()).toContain("rate-limit try later");
  const head = await page.locator(".run-head").textContent();
  expect(head).toContain("Decided after 4 trials: good; pass rate 60 % to 100 %");
  await page.locator("#how summary").first().click();
  await expect.poll(() => page.locator("#how .facts").first().textContent()).toContain("Judges costunknown");
  expect(wrongs).toEqual([]);
});
