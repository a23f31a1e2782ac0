/** The home of a project, its reports, baselines and evaluations, in a browser. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReportHead } from "../../src/core/report/report-head.ts";
import { putBytes } from "../../src/store/sql/files/blobs.ts";
import { putBaselineDocument, putEvaluationDocument, putReportDocument } from "../../src/store/sql/intake/documents.ts";
import { sampleBaseline, sampleReport } from "../../src/testing/store-samples.ts";
import { payloads } from "../browser/payloads.ts";
import { violations } from "../browser/axe.ts";
import { sampleHead } from "../fixtures/report-head.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";

const open = useDashboardBrowser();
const dayMs = 86_400_000;

let served: DashboardWorld;
beforeAll(async () => {
  served = await openDashboard();
  await served.world.scored();
  await addReport("week-before", 8, { fixes: sampleHead().fixes.map((fix) => ({ ...fix, runs: 1 })) });
  await addReport("now", 1);
  await addReport("going-on", 0, { state: "running", verdict: null });
  await addHostile();
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

async function addReport(id: string, daysAgo: number, head: Partial<ReportHead> = {}, of?: string): Promise<void> {
  const { world } = served;
  const report = sampleReport(id, new Date(Date.now() - daysAgo * dayMs).toISOString());
  const sha256 = await putBytes(world.store, Buffer.from(JSON.stringify(report)), { mediaType: "application/json" });
  const place = { workspaceId: of ?? world.shop, sha256, describe: () => sampleHead(head) };
  await putReportDocument(world.store.database, place, report);
}

/** Whatever an agent or a dataset is called is text. */
async function addHostile(): Promise<void> {
  const { world } = served;
  const [first = "", second = ""] = payloads;
  const sample = sampleHead();
  await addReport(
    "hostile",
    1,
    {
      verdict: { verdict: "FAIL", sentence: first },
      agents: sample.agents.map((agent) => ({ ...agent, name: second })),
      fixes: sample.fixes.map((fix) => ({ ...fix, title: first, target: second })),
      revision: { commit: first, branch: second, pullRequest: null },
    },
    world.other,
  );
}

test("the home names the verdict, the number, what runs and what to fix", async () => {
  const { page, wrongs } = await open(`${served.address}#/?workspace=shop`);
  await page.getByRole("heading", { name: /more than chance explains/ }).waitFor();
  const text = await page.locator("main").innerText();
  expect(text).toContain("78 to 83, 95 %");
  expect(text).toContain("docs.acme.dev/api answers 404 Not Found");
  expect(text).toMatch(/0\.1 to 2\.3/);
  await page.getByRole("heading", { name: /Running now/ }).waitFor();
  const rows = page.getByRole("table", { name: "Reports" }).locator("tbody tr");
  expect(await rows.count()).toBe(3);
  expect(await rows.nth(1).innerText()).toMatch(/FAIL[^]*80\.5[^]*4 passed, 2 failed[^]*\$1\.50[^]*main 4e1f09c/);
  expect(wrongs).toEqual([]);
});

test("a new report shows by itself", async () => {
  const { page } = await open(`${served.address}#/reports?workspace=shop`);
  await page.locator(".live-mark.open").waitFor();
  await page.locator("tbody tr").nth(2).waitFor();
  await addReport("new-one", 0, { verdict: { verdict: "PASS", sentence: "all passed" } });
  await page.locator("tbody tr").nth(3).waitFor();
  await page.getByLabel("Verdict").selectOption("PASS");
  await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
  expect(await page.evaluate(() => location.hash)).toContain("verdict=PASS");
  await page.getByLabel("Verdict").selectOption("MEASURED");
  await page.getByRole("button", { name: "Show all" }).click();
  await page.locator("tbody tr").nth(3).waitFor();
});

test("a report opens from its row, and the field in the head leads to runs", async () => {
  const { page, wrongs } = await open(`${served.address}#/reports?workspace=shop&verdict=FAIL`);
  await page.locator("tbody a").first().click();
  await page.waitForURL((url) => url.hash.startsWith("#/reports/"));
  await page.getByRole("link", { name: "All reports" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("cms/create");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.hash.includes("#/runs") && url.hash.includes("scenario=cms%2Fcreate"));
  expect(wrongs).toEqual([]);
});

test("baselines and evaluations have lists and pages", async () => {
  const { world } = served;
  const baseline = sampleBaseline();
  const sha256 = await putBytes(world.store, Buffer.from(JSON.stringify(baseline)), { mediaType: "application/json" });
  await putBaselineDocument(world.store.database, { workspaceId: world.shop, sha256 }, baseline);
  const { page, wrongs } = await open(`${served.address}#/baselines?workspace=shop`);
  await page.getByRole("link", { name: "main" }).click();
  await page.getByRole("region", { name: "Results of the baseline" }).waitFor();
  expect(await page.locator("main").innerText()).toContain("cms/create-post");
  await page.goto(`${served.address}#/evaluations?workspace=shop`);
  await page.getByText("No evaluations.").waitFor();
  const packed = gzipSync(JSON.stringify({})).toString("base64");
  const file = `<script type="text/plain" id="index">${packed}</script>\n`;
  await putEvaluationDocument(
    world.store.database,
    {
      workspaceId: world.shop,
      id: "support",
      sha256: await putBytes(world.store, Buffer.from(file), { mediaType: "text/html" }),
    },
    {
      name: "answers.jsonl",
      timestamp: new Date().toISOString(),
      verdict: "FAIL",
      reasons: ["the mean is too low"],
      rows: 800,
      failing: 79,
      metrics: ["m"],
      costUsd: 0,
    },
  );
  await page.getByRole("row").filter({ hasText: "answers.jsonl" }).waitFor();
  expect(wrongs).toEqual([]);
});

test("names that an agent or a dataset chose are text and nothing else", async () => {
  for (const hash of ["#/?workspace=other", "#/reports?workspace=other"]) {
    const { page, wrongs } = await open(`${served.address}${hash}`);
    await page.locator(".report-rows tbody tr").first().waitFor();
    const found = await page.evaluate(() => ({
      pwned: "pwned" in window,
      elements: document.querySelectorAll("main :is(script, img, iframe, object, style)").length,
    }));
    expect(found).toEqual({ pwned: false, elements: 0 });
    expect(wrongs).toEqual([]);
  }
});

for (const colorScheme of ["light", "dark"] as const)
  for (const hash of ["#/?workspace=shop", "#/reports?workspace=shop", "#/baselines", "#/compare?workspace=shop"])
    test(`axe finds nothing wrong at ${hash}, ${colorScheme}, wide or narrow`, async () => {
      const { page } = await open(`${served.address}${hash}`, { colorScheme, bypassCSP: true });
      await page
        .locator("main :is(.report-rows tbody tr, .baseline-rows tbody tr, .state:not(.loading), form)")
        .first()
        .waitFor();
      expect(await violations(page)).toEqual([]);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        await expect.poll(overflow).toBeLessThanOrEqual(0);
      }
      expect(await violations(page)).toEqual([]);
    });
