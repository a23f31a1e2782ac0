import { beforeAll, describe, expect, test } from "vitest";
import { evaluateDataset } from "../../src/metrics/evaluate-dataset.ts";
import { fragile, createNumberedItems, sameLetters } from "../../src/metrics/evaluation/evaluation.fixture.ts";
import type { EvaluationResult } from "../../src/metrics/evaluation/results/result.ts";
import { violations } from "./axe.ts";
import { useBrowser } from "./browser-test.ts";
import { payloads } from "./payloads.ts";
import { evaluationWith, sampleEvaluation, writeEvaluation } from "./sample-evaluation.ts";

const open = useBrowser();
let result: EvaluationResult;
let address: string;

beforeAll(async () => {
  result = await sampleEvaluation();
  ({ address } = await writeEvaluation(result));
});

const itemNames = ".items .item .item-id";

describe("the page of an evaluation", () => {
  test("begins with the verdict, and has the summary's own numbers", async () => {
    const { page, wrongs } = await open(address);
    await page.locator(".items .item").first().waitFor();
    const head = await page.locator(".page-head").textContent();
    expect(head).toContain("FAIL");
    expect(head).toContain("The metric misses what it must have.");
    expect(head).toContain(result.gate?.reasons[0]);
    expect(await page.locator(".status-counts p").textContent()).toBe("14 items7 passed7 failed");
    const shown = await page
      .locator(".metric-table tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => [row.querySelector(".score")?.textContent, row.querySelector("th small")?.textContent]),
      );
    const [letters, broken] = result.summary.metrics;
    expect(shown).toEqual([
      [letters?.mean?.toFixed(3), "passes from 0.75, 13 of 14 scored, 1 n/a"],
      [broken?.mean?.toFixed(3), "passes from 0.5, 13 of 14 scored, 1 failed"],
    ]);
    const label = await page.locator(".metric-table .interval svg").first().getAttribute("aria-label");
    expect(label).toBe(`95 % interval: ${letters?.ci95?.lower.toFixed(3)} to ${letters?.ci95?.upper.toFixed(3)}`);
    expect(wrongs).toEqual([]);
  });

  test("draws the distribution of each metric, and says it to those who do not see it", async () => {
    const { page } = await open(address);
    const label = await page.locator(".distribution").first().getAttribute("aria-label");
    const counts = result.summary.metrics[0]?.distribution ?? [];
    expect(label).toContain(`${counts[5]} from 0.5 to 0.6`);
    expect(label).toContain(`${counts[9]} from 0.9 to 1`);
  });

  test("an item opens to its texts, the reason of a failure, and the signals behind a score", async () => {
    const { page, wrongs } = await open(address);
    const broken = page.locator(".items .item").first();
    await broken.locator(".item-open").press("Enter");
    expect(await broken.locator(".item-body").textContent()).toContain("fragile threw: broken");
    await broken.locator(".signals summary").first().click();
    expect(await broken.locator(".signals tr").first().textContent()).toContain("same");
    expect(await broken.locator("pre").allTextContents()).toContain("break");
    expect(wrongs).toEqual([]);
  });

  test("every item has an address of its own, which survives a reload", async () => {
    const { page, wrongs } = await open(address);
    await page.locator(".items .item .item-open").first().click();
    await page.getByRole("link", { name: "Link to this item" }).click();
    await page.waitForURL(/#\/item\/broken$/);
    await page.reload();
    await page.getByRole("heading", { name: "broken", level: 1 }).waitFor();
    expect(await page.locator(".item-body").textContent()).toContain("fragile threw: broken");
    await page.getByRole("link", { name: "All items" }).click();
    await page.locator(".items .item").first().waitFor();
    await page.goto(`${address}#/item/${encodeURIComponent("no such/item")}`);
    await page.getByText("This file does not contain this item.").waitFor();
    expect(wrongs).toEqual([]);
  });

  test("puts what is bad news first; filters, search and order are kept in the address", async () => {
    const { page } = await open(address);
    const names = page.locator(itemNames);
    await names.first().waitFor();
    expect((await names.allTextContents()).slice(0, 3)).toEqual(["broken", "item-1", "item-3"]);
    await page.getByLabel("Status").selectOption("not-applicable");
    await expect.poll(() => names.allTextContents()).toEqual(["no-reference"]);
    await page.getByLabel("Status").selectOption("");
    await page.keyboard.press("/");
    await page.keyboard.type("stands at 7");
    await page.waitForURL(/q=stands/);
    await page.reload();
    await expect.poll(() => names.allTextContents()).toEqual(["item-7"]);
    await page.getByLabel("Find in questions and answers").fill("");
    await page.getByLabel("Sort").selectOption("metric:Same Letters");
    await expect.poll(async () => (await names.allTextContents()).slice(0, 2)).toEqual(["broken", "item-1"]);
    await page.waitForURL(/sort=metric/);
    await page.getByLabel("Find in questions and answers").fill("nothing like it");
    await page.getByText("No item matches the filters.").waitFor();
  });

  for (const colorScheme of ["light", "dark"] as const)
    test(`axe finds nothing wrong with it, ${colorScheme}`, async () => {
      const { page } = await open(address, { colorScheme, bypassCSP: true });
      await page.locator(".items .item .item-open").first().click();
      expect(await violations(page)).toEqual([]);
    });

  test("does not grow wider than a phone", async () => {
    const { page } = await open(address, { viewport: { width: 375, height: 700 } });
    await page.locator(".items .item .item-open").first().click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  });
});

test("of thousands of rows it holds 5,000, all failing ones among them, says so, and lays out only some", async () => {
  const items = [...createNumberedItems(3000), { id: "last", actual_output: "break", expected_output: "abcd" }];
  const many = await evaluateDataset(items, [sameLetters({ threshold: 0.4 }), fragile()]);
  const { address: large } = await writeEvaluation(many);
  const { page, wrongs } = await open(large);
  await page.locator(".items .item").first().waitFor();
  expect(await page.locator("main").textContent()).toContain(
    "This file contains 5000 of 6002 rows, including all 2 that failed or are below their threshold.",
  );
  expect(await page.locator(itemNames).first().textContent()).toBe("last");
  expect(await page.locator(".items .item").count()).toBeLessThan(200);
  await page.getByLabel("Find in questions and answers").fill("item-2400");
  await expect.poll(() => page.locator(itemNames).allTextContents()).toEqual(["item-2400"]);
  expect(wrongs).toEqual([]);
});

test("whatever the texts are, nothing of them runs, loads or changes the page", async () => {
  for (const text of [payloads.join("\n"), ...payloads.slice(0, 60).filter((_, index) => index % 7 === 0)]) {
    const { address: hostile, html } = await writeEvaluation(await evaluationWith(text));
    expect(html).not.toContain("pwned");
    const { page, wrongs } = await open(hostile);
    await page.locator(".items .item .item-open").first().click();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    expect(await page.evaluate(() => "pwned" in window)).toBe(false);
    expect(
      await page.locator("main :is(script, img, iframe, form:not(.filters), style, link, base, meta)").count(),
    ).toBe(0);
    expect(await page.locator("main").textContent()).not.toMatch(/[\u202E\u2066\u200B]/);
    expect(wrongs).toEqual([]);
    await page.context().close();
  }
});
