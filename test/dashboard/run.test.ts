import { afterAll, beforeAll, expect, test } from "vitest";
import type { Entry } from "../../src/core/entry.ts";
import { toUuid } from "../../src/core/names/ids.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import type { RunScorecard } from "../../src/core/run/run-scorecard.ts";
import { carded } from "../browser/sample-card.ts";
import { samplePatch, samplePatchText } from "../browser/sample-patch.ts";
import { call, calls, sampleRun } from "../browser/sample-run.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { claimRun } from "../../src/store/sql/runs/claim.ts";
import { toStoredDetail } from "../../src/worker/attempt/facts.ts";
import { saveDetail } from "../../src/worker/stored/stored-run.ts";
import { addEntries, begunRun, endRun, recordedRun, storeStages } from "./recorded-run.ts";

const open = useDashboardBrowser();

let served: DashboardWorld;
let detail: RunDetail;
let id: string;
let card: RunScorecard;

beforeAll(async () => {
  served = await openDashboard();
  const artifacts = [
    { path: "out/notes.txt", size: 12, mimeType: "text/plain", file: "notes.txt" },
    { path: "large.bin", size: 9_000_000, mimeType: "application/octet-stream", skipped: "larger than allowed" },
  ];
  detail = carded(
    await sampleRun(calls(40), { artifacts, totalCostUsd: 0.42, setupOutput: "seeded", patch: samplePatch }),
  );
  id = await recordedRun(served.world, detail, { "notes.txt": "hello, notes", [samplePatch.file]: samplePatchText });
  card = (await served.world.api.json(`/v1/runs/${id}/scorecard`)).body;
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

const at = (hash: string) => `${served.address}#/${hash}`;

test("a run has the numbers of its stored record: card, axes with weight and inputs, result, dimensions", async () => {
  const { page, wrongs } = await open(at(`runs/${id}`));
  const figures = page.locator(".figure strong");
  await figures.nth(1).waitFor();
  expect(await figures.allTextContents()).toEqual([String(detail.score?.axisScore), String(card.score)]);
  const rows = await page.locator(".card-axes tbody tr").allTextContents();
  for (const [index, axis] of (["completion", "error_rate", "latency", "resource_efficiency"] as const).entries()) {
    expect(rows[index]).toContain(String(card.axes[axis].score));
    expect(rows[index]).toContain(`${card.weights[axis] / 100} %`);
  }
  expect(rows[2]).toContain("Defaulted to 50: there is no earlier run to compare with.");
  const { score } = detail;
  const dimensions = await page.locator(".dimension-bars li").allTextContents();
  for (const [index, name] of (["goalAchievement", "environment", "service", "agent"] as const).entries())
    expect(dimensions[index]).toContain(String(score?.[name].score ?? "n/a"));
  await page.locator("#server summary").click();
  const facts = await page.locator("#server .facts").textContent();
  for (const fact of ["1m01s", "$0.4200", "1,200 in, 340 out", "shop", id]) expect(facts).toContain(fact);
  expect(wrongs).toEqual([]);
});

test("what the agent changed is read from the database, file by file", async () => {
  const { page, wrongs } = await open(at(`runs/${id}`));
  await page.locator("#diff > details > summary").click();
  await page.locator("#diff ins").first().waitFor();
  expect(await page.locator("#diff li summary code").allTextContents()).toEqual([
    "src/cart.mjs",
    "run.sh",
    "old.txt",
    "video.bin",
  ]);
  expect(wrongs).toEqual([]);
});

test("every execution of a stage is there with what it printed", async () => {
  const { page } = await open(at(`runs/${id}`));
  await page.locator(".card-details > summary").click();
  const stage = page.locator(".stage-strip > li").filter({ hasText: "unit-tests" });
  await stage.waitFor();
  expect(await page.locator(".stage-strip > li").count()).toBe(4);
  expect(await stage.textContent()).toContain("passed in the end");
  await stage.getByText("Execution 1, after turn 0: failed, exit code 1").click();
  expect(await stage.locator("pre").textContent()).toBe("expected 3, got 2");
});

test("a link to a step opens it, and survives a reload; going to another does not read the run again", async () => {
  const { page } = await open(at(`runs/${id}/step/20`));
  await page.locator(".item.target.open").waitFor();
  const asked: string[] = [];
  page.on("request", (request) => {
    // What the page before the reload still asked for does not count.
    if (request.isNavigationRequest()) asked.length = 0;
    asked.push(new URL(request.url()).pathname);
  });
  await page.reload();
  const target = page.locator(".item.target.open");
  await target.waitFor();
  expect(await target.locator(".item-number").textContent()).toBe("#20");
  expect(await target.textContent()).toContain("output of step 20");
  await page.locator(".slowest summary").click();
  await page.locator(".slow a").first().click();
  await expect.poll(() => page.url()).toMatch(/\/step\/\d+$/);
  await expect.poll(() => page.locator(".item.target .item-number").textContent()).not.toBe("#20");
  // Its last parts may still be on their way.
  const read = asked.filter((path) => path.includes(`${id}/page`));
  expect(read.length).toBeGreaterThan(1);
  expect(read).toEqual([...new Set(read)]);
});

test("the step of an address is in view also when more came in above it, until the reader goes elsewhere", async () => {
  const files = { "notes.txt": "another run of the scenario", [samplePatch.file]: samplePatchText };
  await recordedRun(served.world, detail, files);
  const { page } = await open(at(`runs/${id}/step/20`), { viewport: { width: 375, height: 800 } });
  await page.locator(".item.target.open").waitFor();
  await page.locator(".others .chip").first().waitFor();
  const place = () => page.locator(".item.target").evaluate((step) => Math.round(step.getBoundingClientRect().top));
  await expect.poll(async () => Math.abs(await place())).toBeLessThan(100);
  // On a busy machine a single turn of the wheel can be lost; a reader turns on.
  const turnedTo = async () => {
    await page.mouse.wheel(0, -400);
    return await place();
  };
  await expect.poll(turnedTo, { interval: 300 }).toBeGreaterThan(200);
  await page.mouse.wheel(0, -400);
  expect(await place()).toBeGreaterThan(200);
});

test("an artifact is shown and saved through the API, and one that was not kept says why", async () => {
  const token = await served.world.token();
  const { page, wrongs } = await open(`${served.address}#token=${token}`);
  await page.locator("h1").waitFor();
  await page.goto(at(`runs/${id}`));
  // The page may draw the run anew while it loads, which closes what was opened.
  const openFirst = async () => {
    const all = page.locator("#artifacts > details");
    if ((await all.getAttribute("open")) === null) await all.locator("> summary").click();
    const file = page.locator("#artifacts .artifacts details").first();
    if ((await file.getAttribute("open")) === null) await file.locator("summary").click();
    return await page.locator("#artifacts pre").count();
  };
  await expect.poll(openFirst).toBe(1);
  expect(await page.locator("#artifacts pre").textContent()).toBe("hello, notes");
  const saved = page.waitForEvent("download");
  await page.locator("#artifacts").getByRole("button", { name: "Save the file" }).click();
  expect((await saved).suggestedFilename()).toBe("notes.txt");
  await page.locator("#artifacts .artifacts summary").nth(1).click();
  await page.getByText("Not stored: larger than allowed").waitFor();
  expect(wrongs).toEqual([]);
});

test("a run that goes on shows its stages and its transcript as they come, and its score when it has ended", async () => {
  const running = await begunRun(served.world, { scenarioKey: "live/one", agentName: "tinker" });
  const made = carded(await sampleRun(calls(6), { scenarioKey: "live/one" }));
  const { page, wrongs, refused } = await open(at(`runs/${running}`));
  await page.getByText("The run is in progress.").waitFor();
  await addEntries(served.world, running, { first: 0, entries: calls(3) });
  await expect.poll(() => page.locator("#transcript .item").count()).toBe(3);
  await page.locator("#transcript .item-open").nth(1).click();
  await page.locator("#transcript .item.open").waitFor();
  await addEntries(served.world, running, { first: 6, entries: calls(6).slice(6) });
  await expect.poll(() => page.locator("#transcript .item").count()).toBe(6);
  expect(await page.locator("#transcript .item.open").count()).toBe(1);
  await storeStages(served.world, running, {
    ...made,
    facts: { ...made.facts!, stages: made.facts!.stages.slice(0, 2) },
  });
  await expect.poll(() => page.locator(".stage-strip > li").count()).toBe(2);
  await endRun(served.world, { id: running, detail: made });
  await page.locator("#scorecard .figure strong").waitFor();
  await expect.poll(() => page.locator(".stage-strip > li").count()).toBe(4);
  await expect.poll(() => page.locator("#transcript h2").textContent()).toContain("6 steps");
  await expect.poll(() => page.locator(".run-head .verdict-tag").textContent()).toBe("FAILED");
  expect([...wrongs, ...refused]).toEqual([]);
});

test("an agent that only talks is heard as it talks: every text is a row while the run goes on", async () => {
  const running = await begunRun(served.world, { scenarioKey: "live/talk", agentName: "talker" });
  const { page, wrongs } = await open(at(`runs/${running}`));
  await page.getByText("The run is in progress.").waitFor();
  const said = (text: string): Entry => ({ type: "assistant", timestamp: null, text });
  await addEntries(served.world, running, { first: 0, entries: [said("first words"), said("second words")] });
  await page.locator("#transcript .item").getByText("second words").waitFor();
  await addEntries(served.world, running, { first: 2, entries: [said("third words")] });
  await page.locator("#transcript .item").getByText("third words").waitFor();
  expect(await page.locator("#transcript .item").count()).toBe(3);
  expect(wrongs).toEqual([]);
});

test("what is shown of a further attempt begins anew, and is not mixed with what was lost", async () => {
  const running = await begunRun(served.world, { scenarioKey: "live/lost", agentName: "tinker" });
  const { page, wrongs } = await open(at(`runs/${running}`));
  await page.getByText("The run is in progress.").waitFor();
  await addEntries(served.world, running, { first: 0, entries: calls(3) });
  await expect.poll(() => page.locator("#transcript .item").count()).toBe(3);
  const { database } = served.world.store;
  const again = { runId: running, workerId: "worker-2", tokenId: toUuid(running) };
  expect(await claimRun(database, again)).toMatchObject({ status: "claimed", run: { attempt: 2 } });
  await addEntries(served.world, running, { first: 0, entries: calls(2), attempt: 2 });
  await expect.poll(() => page.locator("#transcript .item").count()).toBe(2);
  await addEntries(served.world, running, { first: 4, entries: calls(4).slice(4), attempt: 2 });
  await expect.poll(() => page.locator("#transcript .item").count()).toBe(4);
  expect(wrongs).toEqual([]);
});

test("a run whose agent has ended is shown while it is judged, and its numbers come without a reload", async () => {
  const judged = carded(await sampleRun(calls(4), { scenarioKey: "live/judged" }));
  const { score: _score, ...recorded } = judged;
  const running = await begunRun(served.world, judged);
  await saveDetail(served.world.store, { runId: running, attempt: 1 }, toStoredDetail(running, recorded));
  const { page, wrongs } = await open(at(`runs/${running}`));
  await page.getByText("The run is being judged.").waitFor();
  await expect.poll(() => page.locator(".stage-strip > li").count()).toBe(4);
  expect(await page.locator(".figure strong").count()).toBe(0);
  await endRun(served.world, { id: running, detail: judged });
  await expect.poll(() => page.locator(".figure strong").count()).toBe(2);
  expect(await page.locator(".figure strong").first().textContent()).toBe(String(judged.score?.axisScore));
  expect(wrongs).toEqual([]);
});

test("a run is cancelled after a second thought by those who may, and others are told that they may not", async () => {
  const [first, second] = [await served.world.queued(), await served.world.queued()];
  const reader = await open(at(`runs/${first}`));
  await reader.page.getByRole("button", { name: "Cancel this run" }).click();
  await reader.page.getByRole("button", { name: "Yes, cancel it" }).click();
  await reader.page.getByText("No permission").waitFor();
  expect((await served.world.api.json(`/v1/runs/${first}`)).body.status).toBe("queued");
  const writer = await open(`${served.address}#token=${await served.world.token({ scopes: ["read", "write"] })}`);
  await writer.page.locator("h1").waitFor();
  await writer.page.goto(at(`runs/${second}`));
  await writer.page.getByRole("button", { name: "Cancel this run" }).click();
  await writer.page.getByRole("button", { name: "No", exact: true }).click();
  await writer.page.getByRole("button", { name: "Cancel this run" }).click();
  await writer.page.getByRole("button", { name: "Yes, cancel it" }).click();
  await expect.poll(() => writer.page.locator(".run-head .verdict-tag").textContent()).toBe("NOT RUN");
  await writer.page.getByText("The run was cancelled.").waitFor();
  await expect.poll(() => writer.page.getByRole("button", { name: "Cancel this run" }).count()).toBe(0);
});

test("a run whose files were pruned keeps its card, and says that the rest is gone", async () => {
  const pruned = await recordedRun(served.world, carded(await sampleRun(calls(2))));
  await served.world.store.database.deleteFrom("run_files").where("run_id", "=", pruned).execute();
  const { page, wrongs } = await open(at(`runs/${pruned}`));
  await page
    .getByText("The transcript and files were deleted; the AXIS Result and the scorecard are kept. Its AXIS Result was")
    .waitFor();
  await expect.poll(() => page.locator(".figure strong").count()).toBe(1);
  await expect.poll(() => page.locator(".stage-strip > li").count()).toBe(4);
  expect(wrongs).toEqual([]);
});

test("a run that is not there, and an id that is none, say so", async () => {
  for (const unknown of ["run_00000000000000000000000000", "nothing", "..%2F..", "%3Cimg%20src=x%3E"]) {
    const { page } = await open(at(`runs/${unknown}`));
    await page.locator(".state.failure").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
  }
});

test("a record that could not be read because no answer came is read again by itself", async () => {
  const { page } = await open(at("workers"));
  let isAway = true;
  await page.route("**/v1/runs/*/page", (route) => (isAway ? route.abort("connectionrefused") : route.continue()));
  await page.evaluate((hash) => void (location.hash = hash), `#/runs/${id}`);
  await page.getByRole("alert").getByText("Offline").waitFor();
  isAway = false;
  await page.locator(".figure strong").nth(1).waitFor();
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
});

test("when the server is away a run stays as it was read, and is live again when it is back", async () => {
  const away = await openDashboard();
  try {
    const running = await begunRun(away.world, { scenarioKey: "live/two", agentName: "tinker" });
    const { page } = await open(`${away.address}#/runs/${running}`);
    await addEntries(away.world, running, { first: 0, entries: call(1) });
    await expect.poll(() => page.locator("#transcript .item").count()).toBe(1);
    await away.stop();
    await page.getByText("offline, reconnecting").waitFor();
    expect(await page.locator("#transcript .item").count()).toBe(1);
    await addEntries(away.world, running, { first: 2, entries: call(2) });
    await away.start();
    await expect.poll(() => page.locator("#transcript .item").count()).toBe(2);
  } finally {
    await away[Symbol.asyncDispose]();
  }
});
