/** The home of a report: what it says, what opens, what the keys do, in both color schemes and on a phone. */
import { beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe.ts";
import { useBrowser } from "./browser-test.ts";
import { payloads } from "./payloads.ts";
import { listHomeFixes, runHome, writeHome } from "./sample-home.ts";
import { type WrittenPage, writeSample } from "./sample-page.ts";
import { calls, sampleRun } from "./sample-run.ts";

const open = useBrowser();
let written: WrittenPage;

beforeAll(async () => {
  written = await writeHome();
});

describe.each(["light", "dark"] as const)("in %s colors", (colorScheme) => {
  test.each([1440, 390])("at %d pixels axe finds nothing wrong, and nothing runs out of the window", async (width) => {
    const { page, wrongs } = await open(written.address, {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    for (const by of ["By cause", "By host or program", "By scenario"]) {
      await page.getByRole("button", { name: by }).click();
      await page.locator(".fix details[open]").first().waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    expect(wrongs).toEqual([]);
  });
});

test("the head has the verdict, whose failures they are, what to fix first, and the interval", async () => {
  const { page, wrongs } = await open(written.address);
  expect(await page.textContent(".verdict-tag")).toBe("FAIL");
  expect(await page.textContent("h1")).toBe("1 of 9 results failed: flash 1.");
  await page.getByText("Fix first, worth 0.5 to 2.0 points").waitFor();
  const { interval } = written.report.standings!;
  expect(await page.textContent(".headline")).toContain(
    `${interval?.lower.toFixed(1)} to ${interval?.upper.toFixed(1)}, 95 %`,
  );
  expect(await page.locator(".agents-table tbody th").allTextContents()).toEqual(["mini", "opus", "flash"]);
  expect(await page.locator(".agents-table .passed").allTextContents()).toEqual(["100 % 9/9", "89 % 8/9", "78 % 7/9"]);
  expect(wrongs).toEqual([]);
});

test("the chart has a table for those who cannot see it, and its axis can be changed", async () => {
  const { page } = await open(written.address);
  const table = page.locator("#worth table");
  expect(await table.locator("tbody tr").first().textContent()).toContain("$0.10");
  await page.getByRole("button", { name: "Time", exact: true }).click();
  await page.waitForURL(/x=time/);
  expect(await table.locator("thead").textContent()).toContain("Time of a run");
});

test("without any cost the chart shows time, and says so", async () => {
  const runs = [];
  for (const agentName of ["one", "two"]) runs.push(await sampleRun(calls(3), { agentName }));
  const { page } = await open((await writeSample(runs)).address);
  await page.getByText("No cost is known, so this shows time.").waitFor();
});

describe("what to fix", () => {
  test("has its areas, the third closed, four lines each, and the first one open", async () => {
    const { page } = await open(written.address);
    expect(await page.locator(".fix-head h3").allTextContents()).toEqual([
      "In what agents useservices, docs, tools, commands",
      "In what they deliverchecks and endings",
    ]);
    expect(await page.locator(".fix").count()).toBe(5);
    await page.getByRole("button", { name: "2 more" }).click();
    expect(await page.locator(".fix").count()).toBe(7);
    expect(await page.locator(".fix details[open] .fix-title").allTextContents()).toEqual([
      "docs.acme.dev/page-1 answers 404 Not Found",
    ]);
    const details = await page.locator(".fix-details").textContent();
    for (const part of [
      "GET https://docs.acme.dev/api",
      "Agents guessed it: nothing they had read has the address, in 9 of 9 runs.",
      "Redirect the address to the page that replaced it.",
      "0.5 had only these calls worked; up to 2.0 had the failed run then met its goal too.",
      "33 % failed with it, 20 % without (p = 0.40): may be chance.",
      "Seen in 9 runs",
    ])
      expect(details).toContain(part);
    await page.getByText("Tests that failed first and passed later (4 runs)").waitFor();
  });

  test("the open cause is in the address, and its marks lead to the step", async () => {
    const { page, wrongs } = await open(`${written.address}#/?fix=check`);
    expect(await page.locator(".fix details[open] .fix-title").allTextContents()).toEqual([
      "Does not hold: The preview answers",
    ]);
    await page.locator(".fix summary").nth(1).click();
    await page.waitForURL(/fix=use-2/);
    await page.locator(".seen-in a").first().click();
    await page.waitForURL(/#\/run\/0\/[^/]+\/3$/);
    await page.goBack();
    await page.locator(".fix details[open]", { hasText: "page-2" }).waitFor();
    expect(wrongs).toEqual([]);
  });

  test("can be read by host, by scenario, and for one agent", async () => {
    const { page } = await open(`${written.address}#/?by=owner`);
    expect(await page.locator(".fix .fix-title").first().textContent()).toBe("docs.acme.dev 6 causes");
    await page.locator(".fix-sub-list button").nth(1).click();
    await page.waitForURL(/fix=use-2/);
    await page.getByRole("button", { name: "By scenario" }).click();
    await page.waitForURL(/by=scenario/);
    expect(await page.locator(".fix").count()).toBe(3);
    await page.goto(`${written.address}#/`);
    await page.locator("#fixes .choice select").selectOption("opus");
    await page.waitForURL(/of=opus/);
    expect(await page.locator(".fix-details .seen-in li").count()).toBe(1);
    await page.getByText("Points of opus’s AXIS Result").first().waitFor();
  });

  test("what a model said is marked as that", async () => {
    const { page } = await open(`${written.address}#/?fix=habit`);
    await page.locator(".model-views .tag", { hasText: "model-x" }).waitFor();
  });

  test("a report without a cause has nothing to fix, and an older one says how to get the list", async () => {
    const run = await sampleRun(calls(2));
    const nothing = await writeSample([run], {
      fixes: [],
      fixSummary: { owners: [], runs: 1, inProgressRuns: 0, unlisted: {} },
    });
    const { page } = await open(nothing.address);
    await page.getByText("There is nothing to fix.").waitFor();
    const older = await open((await writeSample([run])).address);
    await older.page.getByText("axis rescore 2026-06-12-205816").waitFor();
  });
});

describe("the results", () => {
  test("are grouped by folder, with a tint and a label per cell, and filters in the address", async () => {
    const { page } = await open(written.address);
    expect(await page.locator(".matrix .folder th").allTextContents()).toEqual(["api/", "cli/"]);
    const flash = page.locator(".scenario-row").first().locator(".heat").last();
    const mean = Math.round(written.report.results.find(({ agentName }) => agentName === "flash")!.means.axisScore!);
    expect(await flash.locator(".sr").first().textContent()).toBe(`flash, api/errors: 1 of 3 passed, mean ${mean}. `);
    expect(await flash.getAttribute("class")).toMatch(/tint-[1-5]/);
    expect(await page.locator(".scenario-row .reason").first().textContent()).toBe("The preview answers fails in 3");
    await page.locator(".choice", { hasText: "Folder" }).locator("select").selectOption("cli/");
    await page.waitForURL(/folder=cli/);
    await expect.poll(() => page.locator(".scenario-row").count()).toBe(1);
    await page.goto(`${written.address}#/?status=failed&q=refund`);
    await page.getByRole("button", { name: "Show all 9" }).click();
    await expect.poll(() => page.locator(".scenario-row").count()).toBe(3);
    await page.locator(".choice", { hasText: "Sort" }).locator("select").selectOption("result");
    await expect.poll(() => page.locator(".scenario-row th small").first().textContent()).toBe("api/errors");
  });

  test("a mark opens its run, and Back returns to the place", async () => {
    const { page } = await open(written.address, { viewport: { width: 1440, height: 500 } });
    const mark = page.locator(".matrix .trial-marks a").last();
    await mark.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(0);
    await mark.click();
    await page.waitForURL(/#\/run\//);
    await page.locator("#how").waitFor();
    await page.goBack();
    await page.locator(".matrix").waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(place - 50);
  });
});

test("keys go to the search field, from line to line and to the next failed run, and are listed", async () => {
  const { page } = await open(written.address);
  await page.locator(".matrix").waitFor();
  await page.keyboard.press("j");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
  await page.keyboard.press("j");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("page-2");
  await page.keyboard.press("k");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("page-1");
  await page.keyboard.press("Enter");
  await page.waitForURL(/fix=none/);
  await page.keyboard.press("e");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("failed");
  await page.keyboard.press("/");
  await page.keyboard.type("jk");
  await page.waitForURL(/q=jk/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Next failed run").waitFor();
});

test("links of the masthead lead to their sections", async () => {
  const { page } = await open(written.address, { viewport: { width: 1440, height: 400 } });
  await page.getByRole("link", { name: "Results", exact: true }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect(new URL(page.url()).hash).not.toBe("#results");
});

test("whatever a cause says, it is only ever text", async () => {
  const runs = await runHome();
  const { fixes, fixSummary } = listHomeFixes(runs);
  const all = payloads.join("\n");
  const hostile = fixes.map((fix) => ({
    ...fix,
    target: all,
    title: `${all} answers 404`,
    symptom: all,
    advice: all,
    evidence: { ...fix.evidence, call: all, output: all },
    insights: [{ judge: all, message: all, runId: all }],
  }));
  const owners = fixSummary.owners.map((owner) => ({ ...owner, owner: all }));
  const tame = await open(written.address);
  const { page, wrongs } = await open(
    (await writeSample(runs, { fixes: hostile, fixSummary: { ...fixSummary, owners } })).address,
  );
  const listTags = () => [...new Set([...document.querySelectorAll("body *")].map(({ tagName }) => tagName))];
  const known = await tame.page.evaluate(listTags);
  for (const by of ["cause", "owner", "scenario"]) {
    await page.evaluate((word) => (location.hash = `#/?by=${word}`), by);
    await page.locator(".fix details[open]").first().waitFor();
    const tags = await page.evaluate(listTags);
    expect(tags.filter((tag) => !known.includes(tag) && !["SCRIPT", "STYLE"].includes(tag))).toEqual([]);
    expect(await page.textContent("#app")).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u001B\u0000]/);
  }
  expect(await page.evaluate(() => "pwned" in window)).toBe(false);
  expect(wrongs).toEqual([]);
});
