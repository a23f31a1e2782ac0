/** Names that would run, load, hide or turn around something, in every field the dashboard shows. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toUuid } from "../../src/core/names/ids.ts";
import { newId } from "../../src/store/sql/ids.ts";
import { claimRun } from "../../src/store/sql/runs/claim.ts";
import { insertRuns } from "../../src/store/sql/runs/runs.ts";
import { registerWorker } from "../../src/store/sql/workers.ts";
import { sampleRun } from "../../src/store/sql/suite/suite-helpers.fixture.ts";
import { payloads } from "../browser/payloads.ts";
import { type DashboardWorld, openDashboard, type OpenPage, useDashboardBrowser } from "./dashboard-world.ts";

const open = useDashboardBrowser();

let served: DashboardWorld;
let admin: string;
beforeAll(async () => {
  served = await openDashboard();
  admin = await served.world.token({ name: "admin", scopes: ["admin"] });
  await fill();
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

/** Postgres takes no NUL, and names have a length. */
const storable = payloads.map((payload) => payload.replaceAll("\0", "").toWellFormed().slice(0, 90));

async function fill(): Promise<void> {
  const { store, shop } = served.world;
  const runs = storable.map((payload) =>
    sampleRun({
      workspaceId: shop,
      id: newId("run", new Date()),
      scenarioKey: payload,
      agent: payload,
      model: `${payload} `,
      reportId: payload,
    }),
  );
  await insertRuns(store.database, runs);
  for (const [at, run] of runs.slice(0, 30).entries()) {
    const workerId = `worker ${at} ${run.agent}`;
    await registerWorker(store.database, {
      id: workerId,
      host: run.agent,
      version: run.agent,
      agents: [run.agent, "echo"],
      slots: 1,
    });
    await claimRun(store.database, { runId: run.id, workerId, tokenId: toUuid(run.id) });
    await served.world.token({ name: `${at} ${run.agent}` });
  }
  const [first] = storable;
  await sql`update runs set reason = ${first}, status = 'finished', outcome = 'FAILED', finished_at = now() where status = 'queued'`.execute(
    store.database,
  );
  await sql`update workspaces set name = ${first} where slug = 'shop'`.execute(store.database);
}

/** Nothing ran, nothing was asked of anybody else, and no element came out of a name. */
async function expectHarmless({ page, wrongs }: OpenPage): Promise<void> {
  const found = await page.evaluate(() => ({
    pwned: "pwned" in window,
    elements: document.querySelectorAll(
      "main :is(script, img, iframe, form[action], object, embed, style, meta, base, link)",
    ).length,
    handlers: document.querySelectorAll("[onerror], [onload], [onfocus]").length,
    links: [...document.querySelectorAll("a")].filter((link) => !link.getAttribute("href")?.startsWith("#")).length,
    // Marks that turn the direction of text, and what cannot be seen at all.
    invisible: /[\u202A-\u202E\u2066-\u2069\u200B\u001B\u0007]/.test(document.body.innerText),
  }));
  expect(found).toEqual({ pwned: false, elements: 0, handlers: 0, links: 0, invisible: false });
  expect(wrongs).toEqual([]);
}

test("in the list of runs, all the way down", async () => {
  const opened = await open(`${served.address}#/runs`);
  await opened.page.locator("tbody tr").first().waitFor();
  for (let turn = 0; turn < 12; turn += 1) {
    await expectHarmless(opened);
    // Rows are laid out in the frame after the one that scrolls.
    await opened.page.evaluate(async () => {
      scrollTo({ top: scrollY + 900, behavior: "instant" });
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    });
  }
});

test("among workers and in the queue", async () => {
  const opened = await open(`${served.address}#/workers`);
  await opened.page.getByRole("row").nth(40).waitFor();
  await expectHarmless(opened);
});

test("among tokens, and in the text of a new one", async () => {
  const opened = await open(`${served.address}#token=${admin}`);
  await opened.page.getByRole("link", { name: "Settings", exact: true }).click();
  await opened.page.getByLabel("Name").fill(storable[2] ?? "");
  await opened.page.getByRole("button", { name: "Create" }).click();
  await opened.page.locator(".secret").waitFor();
  await expectHarmless(opened);
});

test("in addresses that somebody else wrote", async () => {
  const opened = await open(`${served.address}#/runs`);
  const { page } = opened;
  await page.locator("tbody tr").first().waitFor();
  for (const payload of storable.filter((_, at) => at % 5 === 0)) {
    const text = encodeURIComponent(payload);
    const query = `agent=${text}&scenario=${text}&since=${text}&min_score=${text}&tier=${text}&sort=${text}`;
    const answered = page.waitForResponse((answer) => answer.url().includes("/v1/runs") && answer.status() === 400);
    await page.evaluate((hash) => void (location.hash = hash), `#/runs?${query}`);
    await answered;
    await page.getByText("Invalid request").waitFor();
    await expectHarmless(opened);
  }
});

test("in the name of a workspace, a view and a run that do not exist", async () => {
  const text = encodeURIComponent(storable[0] ?? "");
  for (const hash of [`#/runs?workspace=${text}`, `#/${text}/${text}`, `#/runs/${text}`]) {
    const opened = await open(`${served.address}${hash}`);
    await opened.page.locator("main :is(.state.failure, .notice)").first().waitFor();
    await expectHarmless(opened);
  }
});
