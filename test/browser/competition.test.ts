/** The page of a competition: who won, what that proves, what is proposed, and the patches side by side. */
import { beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe.ts";
import { useBrowser } from "./browser-test.ts";
import { payloads } from "./payloads.ts";
import { type ContestSample, sampleJudging, writeContest } from "./sample-competition.ts";
import { patchesCompared } from "./sample-patch.ts";

const open = useBrowser();
const contest = { scenarios: ["api/cart", "api/login"], agents: ["careful", "hasty", "lazy"], trials: 2 };
type Written = Awaited<ReturnType<typeof writeContest>>;
let written: Written;

beforeAll(async () => {
  written = await writeContest(contest, (runs) => ({ judging: sampleJudging(runs, contest.agents) }));
});

describe.each(["light", "dark"] as const)("in %s colors", (colorScheme) => {
  test.each([1440, 390])("at %d pixels axe finds nothing wrong, and nothing runs out of the window", async (width) => {
    const { page, wrongs } = await open(written.address, {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    await page.locator("#patches .diff").first().waitFor();
    await page.getByText("Branches of all 8 runs").click();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(wrongs).toEqual([]);
  });
});

test("the head is the headline of the terminal, and the verdict of the report comes after it", async () => {
  const { page, wrongs } = await open(written.address);
  const { headline } = written.competition;
  expect(await page.textContent(".verdict-tag")).toBe("WINNER");
  expect(`WINNER ${await page.textContent("h1")}`).toBe(`${headline}.`);
  expect(await page.textContent(".lead")).toContain("The verdict of the report is FAIL: ");
  expect(wrongs).toEqual([]);
});

test("the ranking has every entrant with its numbers, and why it is ahead of the next", async () => {
  const { page } = await open(written.address);
  const rows = await page.locator("#ranking tbody tr").allTextContents();
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/^1 careful4 of 40[\d.]+ total [\d.]+[\d.]+\$0\.2080 sby 4 to 2 passed runs rule 1$/);
  expect(rows[2]).toMatch(/^3 lazy0 of 4/);
});

test("each other agent has its interval, and what would decide where it is too close", async () => {
  const { page } = await open(written.address);
  const proof = page.locator("#proof");
  expect(await proof.locator("tbody th").allTextContents()).toEqual(["hasty", "lazy"]);
  for (const { agentName, isBehind } of written.competition.differences) {
    await proof.getByRole("img", { name: new RegExp(`^${agentName}: \\+[\\d.]+ points, between `) }).waitFor();
    const row = await proof.locator("tr", { hasText: agentName }).textContent();
    expect(row).toContain(isBehind ? "Proven by AXIS Result, p" : "Too close by AXIS Result, p");
  }
});

test("the duels have their wins, the names the judge did not see, its reasons, and lead to their patches", async () => {
  const { page, wrongs } = await open(written.address);
  const duels = page.locator("#duels");
  const wins = await duels.locator(".wins tbody tr").allTextContents();
  expect(wins[0]).toMatch(/^careful·1\.5 of 2\+1\d\.\d\d1–2$/);
  expect(wins[1]).toMatch(/^hasty0\.5 of 2·−1\d\.\d\d1–2$/);
  expect(await duels.locator("h2 small").textContent()).toBe("2 duels, judged by model-x for $0.0400");
  const [first = "", second = ""] = await duels.locator(".duels tbody tr").allTextContents();
  expect(first).toContain("api/cartA carefulB hastycareful is betterA multiplies price and quantity; B adds them.");
  expect(second).toContain("a tie: the orders disagree");
  await duels.getByText("The judge and careful are of the same family.").waitFor();
  await duels.getByRole("button", { name: "Patches of careful and hasty, api/login" }).click();
  await page.waitForURL(/patch=run_6&beside=run_8/);
  await page.locator("#patches").getByText("only by careful, 1 only by hasty").waitFor();
  expect(wrongs).toEqual([]);
});

test("each scenario has a mark per run that opens it, its proposal, and the commands to look at it and to apply it", async () => {
  const { page } = await open(written.address);
  const row = page.locator("#proposal tr", { hasText: "api/login" });
  expect(await row.locator(".trial-marks a").count()).toBe(6);
  expect(await row.locator("td").last().textContent()).toBe("trial 1");
  expect(await page.locator("#proposal code").allTextContents()).toContain(
    `axis compete apply ${written.competition.id} --scenario api/login`,
  );
  expect(await page.textContent("#proposal")).toContain(
    "Everybody started from 0123456789ab (main), without uncommitted changes.",
  );
  await row
    .getByRole("link", { name: /^Trial 2: passed/ })
    .first()
    .click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(page.url()).toContain("#/run/0/run_7");
});

test("the patches of two entrants are side by side, by keyboard too, and the address keeps the choice", async () => {
  const { page, wrongs } = await open(written.address);
  const patches = page.locator("#patches");
  await patches.getByText("2 files changed only by careful, 1 only by hasty, 1 by both differently").waitFor();
  expect(await patches.locator(".both-diffs").first().locator(".label").allTextContents()).toEqual([
    "careful",
    "hasty",
  ]);
  await patches.getByLabel("Right").focus();
  await page.keyboard.type("lazy, trial 1");
  await patches.getByText("4 files changed only by careful.").waitFor();
  await page.waitForURL(/patch=run_0&beside=run_4/);
  await page.reload();
  await patches.getByText("4 files changed only by careful.").waitFor();
  await patches.getByLabel("Scenario").selectOption("api/login");
  await page.waitForURL(/patch=run_6&beside=run_8/);
  await patches.getByRole("link", { name: "Compare their calls, checks and numbers" }).click();
  await page.getByText(patchesCompared).waitFor();
  expect(wrongs).toEqual([]);
});

test("a competition that was decided in rounds says at which look, and at which level", async () => {
  const look = { number: 2, of: 5, trials: 6, most: 50, alpha: 0.01 };
  const sample = { scenarios: ["one"], agents: ["a", "b"], trials: 2 };
  const { page } = await open((await writeContest(sample, () => ({ look, alpha: 0.01 }))).address);
  const proof = page.locator("#proof");
  await proof
    .getByText("below 0.01 counts as proven. Look 2 of 5, after 6 trials of at most 50, at level 0.01.")
    .waitFor();
  await proof.getByText("Points, 99 % interval").waitFor();
});

test("without a passed run nobody wins, and nothing is proposed", async () => {
  const none: ContestSample = { scenarios: ["one"], agents: ["a", "b"], trials: 1 };
  const made = await writeContest(none, () => ({
    winner: null,
    verdict: null,
    differences: [],
    headline: "NO WINNER",
    proposals: [],
  }));
  const { page } = await open(made.address);
  expect(await page.textContent(".verdict-tag")).toBe("NO WINNER");
  expect(await page.textContent("h1")).toBe("No run passed, so there is no work to propose.");
  expect(await page.locator("#proof").count()).toBe(0);
  expect(await page.textContent("#proposal h2")).toBe("Branches");
});

test("hostile names and patches are only ever text", async () => {
  const hostile = payloads.join("\n");
  const agents = [`a ${hostile}`, `b ${hostile}`, "c"];
  const made = await writeContest({ scenarios: [`one ${hostile}`, "two"], agents, trials: 1 }, (runs) => ({
    judging: { ...sampleJudging(runs, agents), judge: hostile, notes: [hostile] },
    pick: { agentName: agents[1] ?? "", by: hostile, at: "2026-06-12T20:58:16.000Z", note: hostile },
  }));
  const { page, wrongs } = await open(made.address);
  await page.locator("#patches .changed-files").first().waitFor();
  expect(await page.evaluate(() => (window as unknown as { pwned?: unknown }).pwned)).toBeUndefined();
  expect(await page.locator("#app :is(script, iframe, form, img)").count()).toBe(0);
  expect(await page.textContent("#app")).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u001B\u0000]/);
  expect(wrongs).toEqual([]);
});
