/** Review in the dashboard: the queue in the navigation, checks by keyboard alone, labels that carry the token's name. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { violations } from "../browser/axe.ts";
import { payloads } from "../browser/payloads.ts";
import { calls, sampleRun } from "../browser/sample-run.ts";
import { carded } from "../browser/sample-card.ts";
import { savedText } from "../browser/browser-test.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { recordedRun } from "./recorded-run.ts";

const open = useDashboardBrowser();
let served: DashboardWorld;
let token: string;
let run: string;

/** A run with these judged checks, graded 8 of 10. */
async function judgedRun(checks: readonly string[], parts: Partial<RunDetail> = {}): Promise<RunDetail> {
  const detail = await sampleRun(calls(4), { status: "passed", ...parts });
  const { score } = detail;
  if (score === undefined) throw new Error("the run was not judged");
  const criteria = checks.map((check) => ({
    check,
    weight: 1 / checks.length,
    score: 8,
    rationale: "names the renewal in general",
    by: "judge" as const,
    cites: [2],
  }));
  return carded({ ...detail, score: { ...score, goalAchievement: { ...score.goalAchievement, score: 80, criteria } } });
}

// A database holds no lone surrogate and no NUL.
const hostile = payloads.slice(0, 3).map((text) => text.replaceAll("\u0000", "").toWellFormed());

beforeAll(async () => {
  served = await openDashboard();
  const { world } = served;
  token = await world.token({ name: "m.keller", scopes: ["write"] });
  run = await recordedRun(world, await judgedRun(["The README says how a token is renewed", "The answer is short"]));
  await recordedRun(
    world,
    await judgedRun(hostile, { scenarioKey: "hostile", prompt: payloads.join("\n").replaceAll("\u0000", "") }),
  );
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

/** Signs in, then goes to the view by its address. */
async function enter(hash: string, options: Parameters<typeof open>[1] = {}) {
  const opened = await open(`${served.address}#token=${token}`, options);
  await opened.page.getByRole("navigation", { name: "Views" }).waitFor();
  await opened.page.evaluate((to) => void (location.hash = to), hash);
  return opened;
}

const checkAt = (number: number) => `#/review?workspace=shop&run=${run}&check=${number}`;
const question = (page: Page) => page.locator("#decision-title");

test("the navigation says how many checks wait, and leads to them", async () => {
  const { page, wrongs } = await enter("#/?workspace=shop");
  const link = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: /^Review/ });
  await expect.poll(() => link.textContent()).toMatch(/^Review \d+ waiting$/);
  await link.click();
  await question(page).waitFor();
  expect(await page.title()).toBe("AXIS Review");
  expect(wrongs).toEqual([]);
});

test("a check is decided by key, the judge is heard, and the label can be taken back", async () => {
  const { page, wrongs } = await enter(checkAt(1));
  await page.getByText("The README says how a token is renewed").first().waitFor();
  await page.locator(".rest-on a", { hasText: "#2" }).waitFor();
  expect(await page.locator("main").textContent()).not.toContain("8 of 10");
  await page.keyboard.press("n");
  await page.getByText("You: does not hold. Judge: holds, 8 of 10: “names the renewal in general”.").waitFor();
  await page.getByText("You differ.").waitFor();
  await page.getByText("Kept as m.keller in this server").waitFor();
  await page.keyboard.press("z");
  await expect.poll(() => page.locator(".just-now").textContent()).toBe("");
  expect(wrongs).toEqual([]);
});

test("all labels can be saved as a file for axis calibrate", async () => {
  const { page } = await enter(checkAt(2));
  await question(page).waitFor();
  await page.keyboard.press("h");
  await page.getByText("You agree.").waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export the labels" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("labels.jsonl");
  expect(await savedText(saved)).toContain('"by":"m.keller"');
});

test("a token that may only read is told that it may not label", async () => {
  const reader = await served.world.token({ scopes: ["read"] });
  const { page } = await open(`${served.address}#token=${reader}`);
  await page.getByRole("navigation", { name: "Views" }).waitFor();
  await page.evaluate((to) => void (location.hash = to), checkAt(1));
  await question(page).waitFor();
  await page.getByRole("button", { name: "It holds" }).click();
  await page.getByRole("alert").getByText("Not saved: ").waitFor();
});

test("the page of a run takes labels, too", async () => {
  const { page, wrongs } = await enter(`#/runs/${run}?workspace=shop`);
  await page.getByRole("button", { name: "Add your label of check 1" }).click();
  const form = page.getByRole("group", { name: "Your label of check 1" });
  await form.getByRole("button", { name: "It does not hold" }).click();
  await page.getByText("m.keller: does not hold (AXIS: holds, 8 of 10)").waitFor();
  expect(wrongs).toEqual([]);
});

test("hostile checks and tasks are text", async () => {
  const { page, wrongs } = await enter("#/review?workspace=shop");
  for (let at = 0; at < hostile.length; at += 1) {
    await question(page).waitFor();
    await page.keyboard.press("j");
  }
  await page.locator(".review-evidence h2").waitFor();
  expect(await page.evaluate(() => (window as unknown as { pwned?: unknown }).pwned)).toBeUndefined();
  expect(wrongs).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing wrong, ${colorScheme}`, async () => {
    const { page } = await enter(checkAt(1), { colorScheme, bypassCSP: true });
    await page.locator(".rest-on").waitFor();
    expect(await violations(page)).toEqual([]);
  });

test.each([320, 390, 1440])("at %d pixels it does not run out of the window", async (width) => {
  const { page } = await enter(checkAt(1), { viewport: { width, height: 800 } });
  await page.locator(".rest-on").waitFor();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
});
