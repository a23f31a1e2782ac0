/** The list of runs: filters in the address, pages on scrolling, what happens meanwhile. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRunRow } from "../../src/store/sql/runs/scoring.ts";
import { storeFacts } from "../../src/store/sql/runs/runs.ts";
import { sampleCard, sampleFacts } from "../../src/store/sql/suite/samples.fixture.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";
import { fillRuns } from "./many-runs.ts";

const open = useDashboardBrowser();

let served: DashboardWorld;
beforeAll(async () => {
  served = await openDashboard();
  await fillRuns(served.world.store, served.world.shop, 450);
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

const rows = (page: Page) => page.locator("tbody tr");
const firstCell = (page: Page, name: string) => rows(page).first().locator(`.of-${name}`);
const settled = (page: Page) => page.locator("table.runs[aria-busy='false']").waitFor();

test("a row says what ran, its status, its AXIS Result and why it did not pass", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs?workspace=shop&run_status=failed`);
  await settled(page);
  const heads = await page.getByRole("columnheader").allInnerTexts();
  expect(heads).toEqual([
    "Status",
    "Scenario",
    "Agent",
    "Trial",
    "AXIS Result",
    "Time",
    "Cost",
    "First reason",
    "Queued",
  ]);
  expect(await firstCell(page, "status").innerText()).toBe("✕ failed");
  // Old runs have no sentence: the reason of the scorecard stands for it.
  expect(await firstCell(page, "why").innerText()).toMatch(/^(?:agent failed|gate exhausted)$/);
  // No number of a failed run is green.
  expect(await page.locator("tbody :is(.band-excellent, .band-good, .tier-elite)").count()).toBe(0);
  expect(await page.locator("tbody .of-result .band-failed").count()).toBeGreaterThan(0);
  expect(wrongs).toEqual([]);
});

test("a list that goes by scorecard has a column for it, with its tier", async () => {
  const { page } = await open(`${served.address}#/runs?workspace=shop&sort=score`);
  await settled(page);
  expect(await firstCell(page, "score").innerText()).toMatch(/^\d+ (?:Elite|Gold|Silver|Bronze)$/);
});

test("filters go into the address, survive a reload, and can be cleared", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs?workspace=shop`);
  await settled(page);
  await page.getByLabel("Agent").selectOption("goose");
  await page.getByRole("combobox", { name: "Status" }).selectOption("passed");
  await page.getByLabel("Order").selectOption("score");
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByLabel("Scorecard to").fill("80");
  await page.getByLabel("Scorecard to").press("Enter");
  await page.waitForURL(/max_score=80/);
  await settled(page);
  const seen = async () => ({
    agents: [...new Set(await page.locator("tbody .of-agent").allInnerTexts())].map((text) => text.split(/\s/)[0]),
    scores: (await page.locator("tbody .of-score .score").allInnerTexts()).map(Number),
  });
  const before = await seen();
  expect(new Set(before.agents)).toEqual(new Set(["goose"]));
  expect(before.scores[0]).toBeLessThanOrEqual(80);
  expect(before.scores).toEqual(before.scores.toSorted((a, b) => b - a));
  await page.reload();
  await settled(page);
  expect((await seen()).scores[0]).toBe(before.scores[0]);
  expect(await page.getByLabel("Scorecard to").inputValue()).toBe("80");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.waitForURL((url) => !url.hash.includes("agent"));
  expect(page.url()).toContain("workspace=shop");
  expect(wrongs).toEqual([]);
});

test("runs are counted by status, and a count filters the list", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs?workspace=shop&agent=goose`);
  const counts = page.getByRole("list", { name: "Runs by status" });
  const asked = await fetchAnew(new URL("/v1/statuses?workspace=shop&agent=goose", served.address));
  const { passed, failed } = (await asked.json()) as { passed: number; failed: number };
  await counts.getByRole("button", { name: `${passed} passed` }).waitFor();
  await counts.getByRole("button", { name: `${failed} failed` }).click();
  await page.waitForURL(/run_status=failed/);
  await page.getByText(`${failed} runs in total`).waitFor();
  await counts.getByRole("button", { name: `${passed} passed` }).waitFor();
  expect(await counts.locator("[aria-pressed=true]").innerText()).toContain("✕ failed");
  expect(wrongs).toEqual([]);
});

test("a filter the server does not understand is told, and nothing that fits says so", async () => {
  const { page } = await open(`${served.address}#/runs?tier=Platinum`);
  await page.getByText("Invalid request").waitFor();
  await page.goto(`${served.address}#/runs?agent=nobody`);
  await page.getByText("No run matches.").waitFor();
  await page.getByRole("button", { name: /^Show all \d+$/ }).click();
  await settled(page);
});

test("scrolling reads on to the end, and only what one sees is laid out", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs?workspace=shop&until=2100-01-01`);
  await settled(page);
  const isAtEnd = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await rows(page).count()).toBeLessThan(100);
    return (await page.getByText("in total").count()) > 0;
  };
  await expect.poll(isAtEnd).toBe(true);
  expect(await page.getByText(/^\d+ runs in total/).innerText()).toMatch(/^45\d runs/);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.locator("tbody tr[aria-rowindex='451']").waitFor();
  expect(wrongs).toEqual([]);
});

test("the keyboard leads from the filters through the rows, also those that are not laid out yet", async () => {
  const { page } = await open(`${served.address}#/runs?workspace=shop`);
  await settled(page);
  await rows(page).first().locator("a").focus();
  const focused = () => page.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex"));
  for (let row = 2; row < 60; row += 1) {
    await expect.poll(focused).toBe(String(row));
    // A row is laid out when it comes near, and nobody's finger is quicker than that.
    await page.locator(`tr[aria-rowindex="${row + 1}"]`).waitFor({ state: "attached" });
    await page.keyboard.press("Tab");
  }
});

test("what happens shows by itself, and in its place", async () => {
  const { world } = served;
  const { page, wrongs } = await open(`${served.address}#/runs?workspace=shop`);
  await settled(page);
  await page.locator(".live-mark.open").waitFor();
  const runId = await world.running();
  await firstCell(page, "status").getByText("running").waitFor();
  await storeFacts(world.store.database, { runId, attempt: 1 }, sampleFacts(runId));
  const ending = { axis_result: 93, run_status: "passed" } as const;
  await finishRunRow(world.store.database, { runId, attempt: 1, ending }, sampleCard);
  await firstCell(page, "status").getByText("passed").waitFor();
  expect(await firstCell(page, "result").innerText()).toBe("93");
  const said = page.locator("[role=status].sr");
  await said.filter({ hasText: "finished" }).waitFor({ state: "attached" });
  expect(wrongs).toEqual([]);
});

test("what happens before the page hears of events shows all the same", async () => {
  const { page } = await open(`${served.address}#/runs?workspace=shop`);
  let letIn: () => void = () => {};
  const isOpen = new Promise<void>((resolve) => (letIn = resolve));
  await page.route("**/v1/events*", async (route) => {
    await isOpen;
    await route.continue();
  });
  await page.reload();
  await settled(page);
  const runId = await served.world.queued();
  letIn();
  await page.locator(`tbody a[href*="${runId}"]`).waitFor();
});

test("while one reads further down nothing moves: new runs wait until they are asked for", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs?workspace=shop`);
  await settled(page);
  await page.locator(".live-mark.open").waitFor();
  await page.evaluate(() => scrollTo(0, 1500));
  const place = () =>
    page.evaluate(() => {
      const row = document.elementFromPoint(200, 400)?.closest("tr");
      return [row?.querySelector("a")?.getAttribute("href"), row?.getBoundingClientRect().top];
    });
  await expect.poll(async () => (await place())[0]).toBeDefined();
  const before = await steady(place);
  await served.world.queued();
  await served.world.queued();
  await page.getByRole("button", { name: "2 new", exact: true }).waitFor();
  expect(await place()).toEqual(before);
  await page.getByRole("button", { name: "2 new", exact: true }).click();
  await firstCell(page, "status").getByText("queued").waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect(wrongs).toEqual([]);
});

/** What a look gives once it gives the same three times: a list that was scrolled has come to rest. */
async function steady<T>(look: () => Promise<T>): Promise<T> {
  for (let [last, times] = [await look(), 1]; ;) {
    if (times === 3) return last;
    await new Promise((resolve) => setTimeout(resolve, 200));
    const next = await look();
    [last, times] = [next, JSON.stringify(next) === JSON.stringify(last) ? times + 1 : 1];
  }
}

test("the workspace is chosen in the head, and goes along to other views", async () => {
  const { page } = await open(`${served.address}#/runs`);
  await settled(page);
  await page.getByLabel("Project").selectOption("other");
  await page.getByText("Nothing has been run yet.").waitFor();
  await page.getByRole("link", { name: "Workers", exact: true }).click();
  await page.getByRole("heading", { name: "Workers", level: 1 }).waitFor();
  await page.waitForURL(/workspace=other/);
});

test("two runs are chosen to be set side by side", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs?workspace=shop`);
  await settled(page);
  expect(await page.getByRole("checkbox").count()).toBe(0);
  await page.getByRole("button", { name: "Compare two" }).click();
  await page.getByRole("checkbox").nth(0).check();
  await page.getByText("Choose one more run").waitFor();
  await page.getByRole("checkbox").nth(2).check();
  const ids = await page
    .locator("tbody tr:has(:checked) a")
    .evaluateAll((links) => links.map((link) => /run_\w+/.exec(link.getAttribute("href") ?? "")?.[0]));
  await page.getByRole("link", { name: "Compare the two runs" }).click();
  await page.waitForURL((url) => url.hash.startsWith(`#/compare/${ids[0]}/${ids[1]}`));
  expect(wrongs).toEqual([]);
});

test("whoever comes back from a run is where they were", async () => {
  const { page } = await open(`${served.address}#/runs?workspace=shop`);
  await settled(page);
  // There is such a place once enough rows were read, and the page has kept it when the scrolling came to its end.
  const scrolledTo = (top: number) =>
    page.evaluate((to) => {
      if (scrollY !== to) scrollTo({ top: to, behavior: "instant" });
      return (history.state as { listPlace?: { top: number } } | null)?.listPlace?.top;
    }, top);
  for (const top of [3000, 6000, 7000]) await expect.poll(() => scrolledTo(top)).toBe(top);
  const inSight = () =>
    page.evaluate(() => document.elementFromPoint(200, 400)?.closest("tr")?.getAttribute("aria-rowindex"));
  const before = Number(await steady(inSight));
  expect(before).toBeGreaterThan(150);
  await page.locator(`tr[aria-rowindex="${before}"] a`).click();
  await page.waitForURL(/runs\/run_/);
  await page.locator(".run-head h1").waitFor();
  await page.goBack();
  await page.locator(`tr[aria-rowindex="${before}"]`).waitFor();
  await expect.poll(async () => Math.abs(Number(await inSight()) - before)).toBeLessThanOrEqual(2);
  await page.getByRole("link", { name: "Workers", exact: true }).click();
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await settled(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

/** Inside a page: keeps the texts that come from streams. */
function noteWhatIsRead(): void {
  const readTexts: string[] = [];
  Object.assign(window, { readTexts });
  const reader = ReadableStreamDefaultReader.prototype;
  const { read } = reader;
  reader.read = async function (this: typeof reader) {
    const piece = await read.call(this);
    if (typeof piece.value === "string") readTexts.push(piece.value);
    return piece;
  };
}

test("those who listen to the page are told in one sentence, five seconds after the first thing that happened", async () => {
  const { page } = await open(`${served.address}#/runs?workspace=shop`);
  await page.clock.install();
  await page.addInitScript(noteWhatIsRead);
  await page.reload();
  await settled(page);
  await page.locator(".live-mark.open").waitFor();
  await page.evaluate(() => {
    const region = document.querySelector("[role=status].sr");
    const said: (string | null)[] = [];
    Object.assign(window, { said });
    const observer = new MutationObserver(() => said.push(region?.textContent ?? null));
    if (region !== null) observer.observe(region, { childList: true, characterData: true, subtree: true });
  });
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  // Events are heard in real time; the page's own clock stands still meanwhile.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  for (let turn = 0; turn < 3; turn += 1) await served.world.queued();
  const heard = () => page.evaluate(() => (window as unknown as { readTexts: string[] }).readTexts.join(""));
  await expect.poll(async () => (await heard()).split("event: run.queued").length - 1).toBe(3);
  await page.clock.runFor(4_900);
  expect(await said()).toEqual([]);
  await page.clock.runFor(200);
  expect(await said()).toEqual(["3 runs queued."]);
});
