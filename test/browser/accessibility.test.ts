import { beforeAll, expect, test } from "vitest";
import { compareReports } from "../../src/report/compare.ts";
import { baselineFrom } from "../../src/report/baseline.ts";
import { violations } from "./axe.ts";
import { useBrowser } from "./browser-test.ts";
import { reportOf, sideOf, type WrittenPage, writePages, writeSample } from "./sample-page.ts";
import { carded } from "./sample-card.ts";
import { samplePatch, samplePatchText } from "./sample-patch.ts";
import { calls, sampleRun } from "./sample-run.ts";

const open = useBrowser();

let written: WrittenPage;
let compared: string;

beforeAll(async () => {
  const runs = [
    carded(await sampleRun(calls(40), { setupOutput: "# Note\n\n- one", patch: samplePatch })),
    await sampleRun(calls(25), { agentName: "codex", trial: 1 }),
    await sampleRun(calls(9), { scenarioKey: "login", failed: true, outcomeClass: "agent", error: "exit code 3" }),
  ];
  written = await writeSample(runs, {}, { [samplePatch.file]: new TextEncoder().encode(samplePatchText) });
  const [before, after] = [reportOf(runs, { reportId: "before" }), reportOf(runs.slice(0, 2), { reportId: "after" })];
  const comparison = compareReports(baselineFrom(before, { name: "b", now: before.timestamp }).baseline, after, {});
  const sides = [sideOf(before, runs), sideOf(after, runs.slice(0, 2))];
  compared = (await writePages({ sides, comparison })).address;
});

/** The views, by address. */
const views: readonly (readonly [string, () => string])[] = [
  ["the matrix", () => `${written.address}#/`],
  ["the table", () => `${written.address}#/?view=table`],
  ["a run", () => `${written.address}#/run/0/run_deploy_preview_tinker_1/3`],
  ["two runs", () => `${written.address}#/compare/0/run_deploy_preview_codex_1/0/run_deploy_preview_tinker_1`],
  ["two reports", () => compared],
  ["nothing", () => `${written.address}#/run/0/unknown`],
];

for (const colorScheme of ["light", "dark"] as const)
  test.each(views)(`axe finds nothing wrong with %s, ${colorScheme}`, async (_name, address) => {
    // The tester itself is a script that the page's policy would not let in.
    const { page } = await open(address(), { colorScheme, bypassCSP: true });
    await page.locator("main :is(h1, .notice)").first().waitFor();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    expect(await violations(page)).toEqual([]);
  });

for (const width of [320, 375, 2560])
  test.each(views)(`at ${width} pixels %s does not run out of the window`, async (_name, address) => {
    const { page } = await open(address(), { viewport: { width, height: 800 } });
    await page.locator("main :is(h1, .notice)").first().waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

test("on paper there are no controls, and the text is dark on white", async () => {
  const { page } = await open(`${written.address}#/run/0/run_deploy_preview_tinker_1`, { colorScheme: "dark" });
  await page.locator("#transcript").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".filters").first().isVisible()).toBe(false);
  expect(await page.locator(".print-only").isVisible()).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
  expect((await page.pdf()).byteLength).toBeGreaterThan(10_000);
});

test("the first key leads to the content, past everything else", async () => {
  const { page } = await open(written.address);
  await page.locator("h1").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
});
