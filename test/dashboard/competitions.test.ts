/** Competitions in the dashboard: the list, the standing while one runs, and its winner. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ContestSubmission, SubmitContest } from "../../src/core/run/submission.ts";
import { newId } from "../../src/store/sql/ids.ts";
import { insertRuns } from "../../src/store/sql/runs/runs.ts";
import { sampleCompetition } from "../../src/store/sql/suite/samples.fixture.ts";
import {
  addContest,
  createFixedScorer,
  createScoredRun,
  sampleRun,
} from "../../src/store/sql/suite/suite-helpers.fixture.ts";
import { violations } from "../browser/axe.ts";
import { payloads } from "../browser/payloads.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";

const open = useDashboardBrowser();
const newContest = () => newId("cmp", new Date());

/** What was asked last. The server of these tests knows no agent called `stranger`. */
let asked: ContestSubmission | undefined;
const submitContest: SubmitContest = async (submission) => {
  const { agents = [], trials = 1, workspace, scenarios } = submission;
  asked = submission;
  if (agents.includes("stranger")) return { status: "unknown-agent" };
  const plannedRuns = agents.length * trials;
  const parts = { workspaceId: workspace.id, scenarios, agents, trials, plannedRuns };
  return { status: "started", id: await addContest(served.world.store, { id: newContest(), ...parts }) };
};

let served: DashboardWorld;
let running: string;
let finished: string;
beforeAll(async () => {
  served = await openDashboard({ submitContest, submit: async () => ({ status: "unknown-agent" }) });
  const { store, shop } = served.world;
  const result = {
    ...sampleCompetition("cmp", newId("run", new Date())),
    differences: [
      {
        agentName: "quick",
        metric: "score" as const,
        scenarios: 1,
        estimate: 12.5,
        lower: -3,
        upper: 28,
        p: 0.2,
        adjustedP: 0.2,
        isBehind: false,
        trialsNeeded: 7,
        neededFor: 12.5,
      },
    ],
  };
  const ending = { state: "finished" as const, result, reportId: "r-1", finishedAt: new Date() };
  finished = await addContest(store, { id: newContest(), workspaceId: shop, createdAt: new Date(1_000), ...ending });
  running = await addContest(store, { id: newContest(), workspaceId: shop, plannedRuns: 4, trials: 2 });
  await addRun("careful", 95);
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

/** A run of the competition that is going on, which passed. */
async function addRun(agent: string, score: number): Promise<void> {
  const { store, shop } = served.world;
  const run = { workspaceId: shop, competitionId: running, agent, id: newId("run", new Date()) };
  const ending = { axis_result: 90, run_status: "passed" as const, cost_micros: 250_000 };
  await createScoredRun(store, run, { scoreRun: createFixedScorer(score), ending });
}

test("the list has the state, the headline and the runs of each, and opens one", async () => {
  const { page, wrongs } = await open(`${served.address}#/competitions?workspace=shop`);
  const rows = page.locator(".report-rows tbody tr");
  await rows.nth(1).waitFor();
  expect(await rows.nth(0).innerText()).toMatch(/running[^]*1 of 4 runs finished, 1 passed[^]*2 agents × 2 trials/);
  expect(await rows.nth(1).innerText()).toMatch(/WINNER[^]*careful by 1 to 0 passed runs; too close to call/);
  await rows.nth(0).getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "1 of 4 runs finished, 1 passed." }).waitFor();
  expect(page.url()).toContain(`#/competitions/${running}`);
  expect(wrongs).toEqual([]);
});

test("the standing of a competition changes by itself while it runs", async () => {
  const { page, wrongs } = await open(`${served.address}#/competitions/${running}?workspace=shop`);
  const places = page.locator(".places tbody th");
  await expect.poll(() => places.allTextContents()).toEqual(["1 careful", "2 quick"]);
  await page.locator(".live-mark.open").waitFor();
  await addRun("quick", 99);
  await expect.poll(() => places.allTextContents()).toEqual(["1 quick", "2 careful"]);
  await page.getByText("2 of 4 runs finished, 2 passed.").waitFor();
  expect(wrongs).toEqual([]);
});

test("a finished one has its winner, what that proves, and the way to its report", async () => {
  const { page, wrongs } = await open(`${served.address}#/competitions/${finished}?workspace=shop`);
  await page.getByText("careful by 1 to 0 passed runs; too close to call against quick.").waitFor();
  await page.getByRole("img", { name: "quick: +12.5 points, between −3.0 and +28.0" }).waitFor();
  await page.getByText("About 7 trials per scenario would decide.").waitFor();
  expect(await page.getByRole("link", { name: "the report" }).getAttribute("href")).toContain("#/reports/r-1");
  await page.getByRole("link", { name: "All competitions" }).click();
  await page.getByRole("heading", { level: 1, name: "Competitions" }).waitFor();
  expect(wrongs).toEqual([]);
});

test("with a token that may write, a running one is cancelled after a confirmation", async () => {
  const { store, shop } = served.world;
  const id = await addContest(store, { id: newContest(), workspaceId: shop });
  const run = sampleRun({ workspaceId: shop, id: newId("run", new Date()), competitionId: id, agent: "quick" });
  await insertRuns(store.database, [run]);
  const writer = await served.world.token({ name: "writer", scopes: ["write"] });
  const { page, wrongs } = await open(`${served.address}#token=${writer}`);
  await page.goto(`${served.address}#/competitions/${id}?workspace=shop`);
  await page.getByRole("button", { name: "Cancel the competition" }).click();
  await page.getByRole("button", { name: "Let it run" }).click();
  await page.getByRole("button", { name: "Cancel the competition" }).click();
  await page.getByRole("button", { name: "Cancel the competition", exact: true }).click();
  await page.locator(".verdict-tag", { hasText: "CANCELLED" }).waitFor();
  expect(await page.getByRole("button", { name: "Cancel" }).count()).toBe(0);
  expect(wrongs).toEqual([]);
});

test("a token that may only read sees neither the form nor the button", async () => {
  const reader = await served.world.token({ name: "reader", scopes: ["read"] });
  const { page } = await open(`${served.address}#token=${reader}`);
  await page.goto(`${served.address}#/competitions/${running}?workspace=shop`);
  await page.locator(".places").waitFor();
  expect(await page.getByRole("button", { name: "Cancel" }).count()).toBe(0);
  await page.getByRole("link", { name: "All competitions" }).click();
  await page.locator(".report-rows").waitFor();
  expect(await page.getByRole("button", { name: "New competition" }).count()).toBe(0);
});

test("a competition is started by keyboard from the page, and opens; what was refused is said", async () => {
  const writer = await served.world.token({ name: "starter", scopes: ["write"] });
  const { page, wrongs } = await open(`${served.address}#token=${writer}`, { bypassCSP: true });
  await page.goto(`${served.address}#/competitions?workspace=shop`);
  await page.getByRole("button", { name: "New competition" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Name of another scenario").fill("cms/create");
  await page.getByLabel("careful").focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Choose another agent" }).waitFor();
  await page.getByLabel("Name of another agent").fill("stranger");
  await page.getByRole("button", { name: "Start with 2 runs" }).click();
  await page.getByText("The workspace has no agent with that name.").waitFor();
  await page.getByLabel("Name of another agent").fill("quick");
  await page.getByLabel("Trials", { exact: true }).fill("3");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Start with 6 runs" }).click();
  await page.waitForURL(/#\/competitions\/cmp_/);
  await page.getByText("0 of 6 runs finished, 0 passed.").waitFor();
  expect(asked).toMatchObject({
    scenarios: ["cms/create"],
    agents: ["careful", "quick"],
    trials: 3,
    base: "HEAD",
    workspace: { slug: "shop" },
  });
  expect(wrongs).toEqual([]);
});

test("where none was held, the commands that hold one are shown", async () => {
  const { page } = await open(`${served.address}#/competitions?workspace=other`);
  await page.getByText("No competition has been held yet.").waitFor();
  expect(await page.locator(".nothing-yet code").count()).toBe(3);
  await page.goto(`${served.address}#/competitions/${newContest()}`);
  await page.getByText("Competition not found.").waitFor();
});

test("names of agents, scenarios and bases are text and nothing else", async () => {
  const { store, other } = served.world;
  const [first = "", second = ""] = payloads;
  const id = await addContest(store, {
    id: newContest(),
    workspaceId: other,
    agents: [first, second],
    scenarios: [first],
    base: { commit: "0".repeat(40), ref: second },
  });
  for (const hash of [`#/competitions?workspace=other`, `#/competitions/${id}?workspace=other`]) {
    const { page, wrongs } = await open(`${served.address}${hash}`);
    await page.locator("main tbody tr").first().waitFor();
    const found = await page.evaluate(() => ({
      pwned: "pwned" in window,
      elements: document.querySelectorAll("main :is(script, img, iframe, object, style)").length,
    }));
    expect(found).toEqual({ pwned: false, elements: 0 });
    expect(wrongs).toEqual([]);
  }
});

for (const colorScheme of ["light", "dark"] as const)
  test.each(["the list", "one that runs", "one that has finished"])(
    `axe finds nothing wrong with %s, ${colorScheme}, wide or narrow`,
    async (what) => {
      const hash = { "the list": "", "one that runs": `/${running}` }[what] ?? `/${finished}`;
      const address = `${served.address}#/competitions${hash}?workspace=shop`;
      const { page } = await open(address, { colorScheme, bypassCSP: true });
      await page.locator("main tbody tr").first().waitFor();
      expect(await violations(page)).toEqual([]);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        await expect.poll(overflow).toBeLessThanOrEqual(0);
      }
      expect(await violations(page)).toEqual([]);
    },
  );
