/** Two reports, or two runs, on a page. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Entry } from "../../src/core/entry.ts";
import type { RunPatch } from "../../src/core/run-patch.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import type { Report } from "../../src/core/report.ts";
import { baselineFrom } from "../../src/report/baseline.ts";
import { compareReports } from "../../src/report/compare.ts";
import { sampleFix, sampleFixRun } from "../../src/report/sample-fix.fixture.ts";
import { describeComparison } from "../../src/report/text/describe-comparison.ts";
import { violations } from "./axe.ts";
import { useBrowser } from "./browser-test.ts";
import { payloads } from "./payloads.ts";
import { reportOf, sideOf, writePages, writeSample } from "./sample-page.ts";
import { otherPatch, otherPatchText, patchesCompared, samplePatch, samplePatchText } from "./sample-patch.ts";
import { call, calls, sampleRun } from "./sample-run.ts";

const open = useBrowser();
const bytes = (text: string) => new TextEncoder().encode(text);
const patches = { [samplePatch.file]: bytes(samplePatchText), [otherPatch.file]: bytes(otherPatchText) };

interface ComparedSample {
  readonly before: readonly RunDetail[];
  readonly after: readonly RunDetail[];
  /** Parts of the reports, such as their fixes. */
  readonly overrides?: readonly [Partial<Report>, Partial<Report>];
  /** The side before is a baseline. */
  readonly isBaseline?: boolean;
}

async function writeCompared({ before, after, overrides = [{}, {}], isBaseline = false }: ComparedSample) {
  const old = reportOf(before, { reportId: "before", timestamp: "2026-06-05T20:58:16.000Z", ...overrides[0] });
  const now = reportOf(after, { reportId: "after", ...overrides[1] });
  const { baseline } = baselineFrom(old, { name: "main", now: old.timestamp });
  const comparison = compareReports(baseline, now, isBaseline ? { baselineName: "main" } : {});
  const first = sideOf(old, before, patches);
  const sides = [isBaseline ? { ...first, name: "main", report: null, files: [] } : first, sideOf(now, after, patches)];
  return { comparison, ...(await writePages({ sides, comparison })) };
}

/** Two trials of a scenario, with this grade of its check. */
async function trials(scenarioKey: string, grade: number, overrides: Partial<RunDetail> = {}) {
  const checks = [{ index: 0, status: "decided" as const, score: grade, rationale: "exit code 1" }];
  return await Promise.all(
    [1, 2].map((trial) => sampleRun(calls(4 + trial), { scenarioKey, trial, checks, ...overrides })),
  );
}

describe("two reports", () => {
  let address: string;
  let compared: Awaited<ReturnType<typeof writeCompared>>;

  beforeAll(async () => {
    const both = async (grades: Readonly<Record<string, number>>, patch: RunPatch) =>
      (
        await Promise.all([
          ...Object.entries(grades).map(([key, grade]) => trials(key, grade, { patch })),
          ...Object.keys(grades).map((key) => trials(key, 10, { agentName: "codex", patch })),
        ])
      ).flat();
    const met = (count: number) => [
      sampleFix(
        ["one", "two", "three"]
          .flatMap((key) => [1, 2].map((trial) => sampleFixRun(key, trial, { agentName: "tinker" })))
          .slice(0, count),
      ),
    ];
    compared = await writeCompared({
      before: await both({ one: 10, two: 10, three: 3 }, samplePatch),
      after: await both({ one: 1, two: 2, three: 10 }, otherPatch),
      overrides: [{ fixes: met(0) }, { fixes: met(6) }],
    });
    ({ address } = compared);
  });

  test("the page begins with the heading of the terminal, the AXIS Result before and after, and the next command", async () => {
    const { page, wrongs } = await open(address);
    const [first] = describeComparison(compared.comparison).split("; ");
    const heading = await page.locator("h1").textContent();
    expect(heading).toBe(compared.comparison.verdict === "NOT ENOUGH DATA" ? "Not enough data yet." : `${first}.`);
    await page.getByRole("img", { name: /^AXIS Result: [\d.]+ before \(5 Jun\), [\d.]+ after \(12 Jun\)$/ }).waitFor();
    expect(await page.locator(".page-head").textContent()).toContain("12 of 12 runs counted before");
    expect(wrongs).toEqual([]);
  });

  test("each agent has its word, its interval in words, and why", async () => {
    const { page } = await open(address);
    const row = page.locator(".agent-changes tbody tr").filter({ hasText: "codex" });
    expect(await row.textContent()).toContain("no change");
    await row.getByRole("img", { name: /^codex: 0.0 points.*the margin is 3$/ }).waitFor();
    expect(await row.locator(".why").textContent()).toContain("Passed 6 → 6 of 6 runs.");
  });

  test("scenarios can be sorted and show another metric, and the address keeps both", async () => {
    const { page, wrongs } = await open(address);
    const names = () => page.locator(".scenario-changes tbody th").allTextContents();
    await page.getByLabel("Sort").selectOption("tinker");
    expect((await names()).at(-1)).toBe("three");
    await page.getByLabel("Sort").selectOption("name");
    await expect.poll(names).toEqual(["one", "three", "two"]);
    await page.getByRole("button", { name: "Passed" }).click();
    await expect.poll(() => page.locator(".scenario-changes").textContent()).toContain("2/2 → 0/2");
    expect(new URL(page.url()).hash).toBe("#/?sort=name&metric=passed");
    await page.reload();
    await expect.poll(names).toEqual(["one", "three", "two"]);
    expect(await page.getByRole("button", { name: "Passed" }).getAttribute("aria-pressed")).toBe("true");
    expect(wrongs).toEqual([]);
  });

  test("causes are counted before and after, and by agent; one that chance does not explain says more", async () => {
    const { page } = await open(address);
    const row = page.locator(".cause-changes tbody tr");
    expect(await row.count()).toBe(1);
    expect((await row.textContent())?.replaceAll(/\s+/g, " ")).toContain("docs.acme.dev/api/v1/reference answers 404");
    expect(await row.locator("td").allTextContents()).toEqual(["", "0", "6", "0 → 6", "0 → 0", "more, p = 0.014"]);
  });

  test("the masthead leads to the sections, and the address stays", async () => {
    const { page, wrongs } = await open(address);
    const links = page.locator(".masthead-actions a");
    expect(await links.allTextContents()).toEqual(["Agents", "Scenarios", "Causes", "Two runs"]);
    await page.locator("#calls").waitFor();
    for (const [name, id] of [
      ["Causes", "causes"],
      ["Agents", "agents"],
    ] as const) {
      await links.filter({ hasText: name }).click();
      await expect
        .poll(() => page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top))
        .toBeLessThan(500);
      await expect
        .poll(() => page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top))
        .toBeGreaterThanOrEqual(0);
    }
    expect(new URL(page.url()).hash).toBe("");
    expect(wrongs).toEqual([]);
  });

  test("compared calls read as a person would type them", async () => {
    const { page } = await open(address);
    const first = page.locator(".aligned .call-text").first();
    await first.waitFor();
    expect(await first.textContent()).toMatch(/^\$ make step-\d+$/);
  });

  test("J and K move between scenarios, and C opens the two runs", async () => {
    const { page } = await open(`${address}#/?sort=name`);
    await page.locator(".aligned").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    expect(await page.evaluate(() => document.activeElement?.querySelector("th")?.textContent)).toBe("three");
    await page.keyboard.press("c");
    await page.waitForURL((url) => url.hash.startsWith("#/compare/0/run_three_"));
    await page.locator(".compare h1").waitFor();
  });

  test("the pair with the largest part of the change stands below; other trials can be chosen and are in the address", async () => {
    const { page } = await open(address);
    await page.getByRole("combobox", { name: /^After/ }).selectOption({ index: 1 });
    await page.waitForURL((url) => url.hash.includes("pair=run_"));
    await expect.poll(() => page.locator(".run-line").nth(1).textContent()).toContain("trial 2");
    await page.reload();
    await expect.poll(() => page.locator(".run-line").nth(1).textContent()).toContain("trial 2");
  });

  test("the files of both runs are there, each with its lines on both sides", async () => {
    const { page } = await open(address);
    const files = page.locator("#files");
    await files.getByText(patchesCompared).waitFor();
    await files.getByText("src/cart.mjs").click();
    await expect.poll(() => files.locator(".both-diffs ins").count()).toBe(2);
    await files.getByText("old.txt").click();
    await files.getByText("This run did not change the file.").waitFor();
  });

  for (const colorScheme of ["light", "dark"] as const)
    test(`axe finds nothing wrong, ${colorScheme}`, async () => {
      const { page } = await open(address, { colorScheme, bypassCSP: true });
      await page.locator(".aligned").first().waitFor();
      expect(await violations(page)).toEqual([]);
    });

  test.each([320, 390, 1440])("at %i pixels it does not run out of the window", async (width) => {
    const { page } = await open(address, { viewport: { width, height: 800 } });
    await page.locator(".aligned").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

test("with a baseline there are numbers, and sentences say what is missing", async () => {
  const { address } = await writeCompared({
    before: await trials("one", 10),
    after: await trials("one", 2),
    isBaseline: true,
  });
  const { page, wrongs } = await open(address);
  await page.getByText("A baseline holds numbers only, so causes cannot be compared.").waitFor();
  await page.getByText("A baseline holds numbers only, so there are no calls, no diffs and no files").waitFor();
  await page.getByRole("img", { name: /\(main\)/ }).waitFor();
  expect(await page.locator(".scenario-changes a").count()).toBe(0);
  expect(wrongs).toEqual([]);
});

test("reports that do not say what to fix say so, and so does one that is compared with its baseline", async () => {
  const { address } = await writeCompared({ before: await trials("one", 10), after: await trials("one", 10) });
  const { page } = await open(address);
  await page.getByText("before and after do not say what to fix").waitFor();
});

test("names and checks that agents and files wrote are only text", async () => {
  const evil = payloads.join(" ").slice(0, 4000);
  const judge = [{ check: evil, weight: 1, verify: "true" }];
  const hostile = (grade: number) =>
    trials(`one/${evil.slice(0, 200)}`, grade, { agentName: evil.slice(0, 300), judge });
  const fix = sampleFix([sampleFixRun("one", 1)], { title: evil, target: evil.slice(0, 40) });
  const [before, after] = [await hostile(10), await hostile(1)];
  const met = before.map(({ scenarioKey, agentName, trial, runId }) =>
    sampleFixRun(scenarioKey, trial, { agentName, runId }),
  );
  const { address } = await writeCompared({
    before,
    after,
    overrides: [{ fixes: [{ ...fix, runs: met }] }, { fixes: [{ ...fix, runs: met }] }],
  });
  const { page, wrongs } = await open(address);
  await page.locator(".checks-compared").waitFor();
  expect(await page.locator(".cause-changes tbody tr").count()).toBe(1);
  expect(await page.locator("main :is(img, script, iframe)").count()).toBe(0);
  expect(wrongs).toEqual([]);
});

describe("two runs", () => {
  test("stand side by side: numbers, the first difference, calls of one side only", async () => {
    const before = await sampleRun([...calls(6)]);
    const after = await sampleRun([...call(1), ...call(2), ...call(9), ...call(3), ...call(5), ...call(6)], {
      trial: 2,
    });
    const page1 = await writeSample([before, after]);
    const { page, wrongs } = await open(`${page1.address}#/compare/0/${before.runId}/0/${after.runId}`);
    await page.getByText("They part at call 3: 1 call only before, 1 only after, 5 in both.").waitFor();
    expect(await page.locator(".aligned-row.added").textContent()).toContain("make step-9");
    expect(await page.locator(".aligned-row.removed").textContent()).toContain("make step-4");
    const rows = await page.$$eval("table.numbers tbody tr", (all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent)),
    );
    const result = rows.find(([name]) => name === "AXIS Result");
    expect(result?.slice(1, 3)).toEqual([String(before.score?.axisScore), String(after.score?.axisScore)]);
    await page.getByRole("button", { name: "Only what differs" }).click();
    await expect.poll(() => page.locator("[aria-label='Calls of both runs'] .aligned-row").count()).toBe(2);
    expect(new URL(page.url()).hash).toContain("?show=differs");
    expect(wrongs).toEqual([]);
  });

  test("have the files they changed: by one alone, by both differently, each with its lines on both sides", async () => {
    const before = await sampleRun(calls(3), { patch: samplePatch });
    const after = await sampleRun(calls(3), { trial: 2, patch: otherPatch });
    const sample = await writeSample([before, after], {}, patches);
    const { page, wrongs } = await open(`${sample.address}#/compare/0/${before.runId}/0/${after.runId}`);
    const files = page.locator("#files");
    await files.getByText(patchesCompared).waitFor();
    expect(await files.locator("h2 small").textContent()).toBe("4 changed before, 3 after");
    expect(await files.locator(":scope > .changed-files > li > details > summary").allTextContents()).toEqual([
      "src/cart.mjs differs +1 −1 and +1 −1",
      "old.txt only before removed, +0 −1",
      "video.bin only before added, +0 −0",
      "notes<img src=x onerror=alert(1)>.md only after added, +1 −0",
    ]);
    await files.getByText("src/cart.mjs").click();
    const sides = files.locator(".both-diffs > div");
    await expect
      .poll(() => sides.locator("ins").allTextContents())
      .toEqual([expect.stringContaining("price * quantity"), expect.stringContaining("line.price * line.quantity")]);
    await files.getByText("1 file changed in the same way").click();
    await files.getByText("run.sh").click();
    await expect.poll(() => files.locator(".rest ins").allTextContents()).toHaveLength(2);
    expect(wrongs).toEqual([]);
  });

  test("of which one has no diff say so, and list the files of the other", async () => {
    const before = await sampleRun(calls(3));
    const after = await sampleRun(calls(3), { trial: 2, patch: otherPatch });
    const lost = await sampleRun(calls(3), {
      trial: 3,
      patch: { ...otherPatch, file: undefined, missing: "git is missing" },
    });
    const sample = await writeSample([before, after, lost], {}, patches);
    const { page, wrongs } = await open(`${sample.address}#/compare/0/${before.runId}/0/${after.runId}`);
    const files = page.locator("#files");
    await files.getByText("The run before has no diff: it was recorded without one.").waitFor();
    await expect
      .poll(() => files.locator("summary").allTextContents())
      .toEqual(["src/cart.mjs  +1 −1", "run.sh  added, +2 −0", "notes<img src=x onerror=alert(1)>.md  added, +1 −0"]);
    const { page: other } = await open(`${sample.address}#/compare/0/${after.runId}/0/${lost.runId}`);
    await other.getByText("The run after has no diff: git is missing.").waitFor();
    expect(wrongs).toEqual([]);
  });

  test("that write one file with other content stand in a row that opens both diffs", async () => {
    const write = (content: string): Entry[] => [
      { type: "tool_use", timestamp: null, id: "w", tool: "write", input: { path: "/work/src/cart.mjs", content } },
      { type: "tool_result", timestamp: null, id: "w", output: "", isError: false },
    ];
    const before = await sampleRun([...calls(2), ...write("a")], { patch: samplePatch });
    const after = await sampleRun([...calls(2), ...write("b")], { trial: 2, patch: otherPatch });
    const { address } = await writeSample([before, after], {}, patches);
    const { page, wrongs } = await open(`${address}#/compare/0/${before.runId}/0/${after.runId}`);
    await page.getByRole("button", { name: "other content: see the diff" }).first().click();
    await page.locator("#files .both-diffs ins").first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("src/cart.mjs");
    expect(wrongs).toEqual([]);
  });
});
