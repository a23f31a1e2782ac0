/** Starting and cancelling runs from the page, with a token that may. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Submit } from "../../src/core/run/submission.ts";
import { newId } from "../../src/store/sql/ids.ts";
import { insertRuns } from "../../src/store/sql/runs/runs.ts";
import { sampleRun } from "../../src/store/sql/suite/suite-helpers.fixture.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { addCourse } from "./trend-runs.ts";

const open = useDashboardBrowser();

/** The server of these tests knows no agent called `stranger`. */
const submit: Submit = async ({ workspace, scenario, agent, trials }) => {
  if (agent === "stranger") return { status: "unknown-agent" };
  const runs = Array.from({ length: trials }, (_, at) => ({
    scenario,
    agent,
    trial: at + 1,
    id: newId("run", new Date()),
  }));
  const rows = runs.map(({ id, trial }) =>
    sampleRun({ workspaceId: workspace.id, id, scenarioKey: scenario, agent, trial, reportId: "asked" }),
  );
  await insertRuns(served.world.store.database, rows);
  return { status: "queued", runs };
};

let served: DashboardWorld;
let writer: string;
beforeAll(async () => {
  served = await openDashboard({ submit });
  const { world } = served;
  for (const scenario of ["cms/create", "cms/edit"])
    await addCourse(world.store, world.shop, { agent: "echo", scenario, days: 1, runsPerDay: 2, from: 80, rise: 0 });
  writer = await world.token({ name: "writer", scopes: ["write"] });
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

async function openRuns(token: string) {
  const opened = await open(`${served.address}#token=${token}`);
  await opened.page.getByRole("link", { name: "Runs", exact: true }).click();
  await opened.page.getByRole("heading", { name: "Runs", level: 1 }).waitFor();
  return opened;
}

test("runs are queued for each scenario with each agent, pinned, and cancelled after a confirmation", async () => {
  const { page, wrongs } = await openRuns(writer);
  await page.goto(`${served.address}#/runs?workspace=shop`);
  await page.getByRole("button", { name: "New run" }).click();
  await page.getByRole("button", { name: "All 2" }).click();
  await page.getByRole("checkbox", { name: "echo" }).check();
  await page.getByLabel("Trials").fill("3");
  await page.getByRole("button", { name: "Start 6 runs" }).click();
  const waiting = page.locator(".queued-group").filter({ hasText: "6 runs queued of report asked" });
  await waiting.waitFor();
  await page.getByRole("button", { name: "Cancel all" }).click();
  await page.getByRole("button", { name: "Keep them" }).click();
  await page.getByRole("button", { name: "Cancel all" }).click();
  await page.getByRole("button", { name: "Cancel 6 runs" }).click();
  await waiting.waitFor({ state: "detached" });
  const { rows } = await sql<{ count: number }>`select count(*) as count from runs where status = 'cancelled'`.execute(
    served.world.store.database,
  );
  expect(rows[0]?.count).toBe(6);
  expect(wrongs).toEqual([]);
});

test("a run that is running can be cancelled, and says that it will be", async () => {
  const { page, wrongs } = await openRuns(writer);
  await served.world.running();
  const pinned = page.locator(".running-now li").first();
  await pinned.getByText("starting").waitFor();
  await pinned.getByRole("button", { name: /^Cancel / }).click();
  await pinned.getByRole("button", { name: "Cancel the run" }).click();
  await pinned.getByText("being cancelled").waitFor();
  expect(wrongs).toEqual([]);
});

test("what was refused is said with the way out, and the rest can be started", async () => {
  const { page } = await openRuns(writer);
  await page.goto(`${served.address}#/runs?workspace=shop`);
  await page.getByRole("button", { name: "New run" }).click();
  await page.getByRole("checkbox", { name: "cms/create" }).check();
  await page.getByLabel("Name of another agent").fill("stranger");
  await page.getByRole("button", { name: "Start 1 run" }).click();
  await page.getByText("The workspace has no agent with that name.").waitFor();
  await page.getByText("Add it to the agents of the project's config.").waitFor();
  await page.getByText("Not queued: 1 run, from cms/create by stranger on.").waitFor();
  await page.getByRole("button", { name: "Start the rest" }).waitFor();
});

test("a token that may only read sees neither", async () => {
  const { page } = await openRuns(await served.world.token({ name: "reader", scopes: ["read"] }));
  await page.locator("tbody tr").first().waitFor();
  await page.locator(".running-now li").first().waitFor();
  expect(await page.getByRole("button", { name: /^(?:New run|Cancel)/ }).count()).toBe(0);
});
