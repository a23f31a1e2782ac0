import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { carded } from "../browser/sample-card.ts";
import { otherPatch, otherPatchText, patchesCompared, samplePatch, samplePatchText } from "../browser/sample-patch.ts";
import { calls, sampleRun } from "../browser/sample-run.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { begunRun, recordedRun } from "./recorded-run.ts";

const open = useDashboardBrowser();

let served: DashboardWorld;
let details: readonly [RunDetail, RunDetail];
let ids: readonly [string, string];

beforeAll(async () => {
  served = await openDashboard();
  const checks = [{ index: 0, status: "decided" as const, score: 3, rationale: "exit code 1" }];
  details = [
    carded(await sampleRun(calls(20), { totalCostUsd: 0.42 })),
    carded(await sampleRun([...calls(9), ...calls(24).slice(22)], { agentName: "codex", checks, totalCostUsd: 0.5 })),
  ];
  ids = [await recordedRun(served.world, details[0]), await recordedRun(served.world, details[1])];
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

test("two runs are reached from one of them, and every number of both is the stored one with its difference", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs/${ids[1]}`);
  await page.locator(".others .chip.compare").click();
  await page.locator("#numbers").waitFor();
  await page.waitForURL((url) => url.hash.includes(`#/compare/${ids[0]}/${ids[1]}`));
  const rowOf = async (name: string) =>
    await page
      .locator("#numbers tr", { has: page.locator("th", { hasText: new RegExp(`^${name}$`) }) })
      .first()
      .locator("td")
      .allTextContents();
  const results = details.map(({ score }) => score?.axisScore ?? 0) as [number, number];
  expect((await rowOf("AXIS Result")).slice(0, 2)).toEqual(results.map(String));
  expect((await rowOf("AXIS Result"))[2]?.replace("−", "-")).toBe(String(results[1] - results[0]));
  const goals = details.map(({ score }) => String(score?.goalAchievement.score));
  expect((await rowOf("Goal")).slice(0, 2)).toEqual(goals);
  const cards = await Promise.all(
    ids.map(async (id) => (await served.world.api.json(`/v1/runs/${id}/scorecard`)).body),
  );
  expect((await rowOf("Scorecard")).slice(0, 2)).toEqual(cards.map(({ score }) => String(score)));
  expect((await rowOf("Resource efficiency")).slice(0, 2)).toEqual(
    cards.map(({ axes }) => String(axes.resource_efficiency.score)),
  );
  expect(await rowOf("Cost")).toEqual(["$0.4200", "$0.5000", "+$0.0800"]);
  expect(wrongs).toEqual([]);
});

test("their calls are aligned: where they first part, and which only one of them made; each leads to its step", async () => {
  const { page } = await open(`${served.address}#/compare/${ids[0]}/${ids[1]}`);
  await page.getByText("They part at call 10: 2 calls only before, 4 only after, 18 in both.").waitFor();
  expect(await page.locator("[aria-label='Calls of both runs'] .aligned-row.both").count()).toBe(18);
  await page.getByRole("button", { name: "Only what differs" }).click();
  const row = page.locator(".aligned-row.removed").first();
  expect(await row.textContent()).toContain("make step-10");
  await row.getByRole("link", { name: "#10" }).click();
  await page.locator(".item.target.open").waitFor();
  await page.waitForURL((url) => url.hash.includes(`#/runs/${ids[0]}/step/10`));
});

test("the files both changed come from the database, and a run without a diff says so", async () => {
  const before = await recordedRun(served.world, carded(await sampleRun(calls(3), { patch: samplePatch })), {
    [samplePatch.file]: samplePatchText,
  });
  const after = await recordedRun(served.world, carded(await sampleRun(calls(3), { patch: otherPatch })), {
    [otherPatch.file]: otherPatchText,
  });
  const { page, wrongs, refused } = await open(`${served.address}#/compare/${before}/${after}`);
  await page.getByText(patchesCompared).waitFor();
  await page.locator("#files").getByText("src/cart.mjs").click();
  await page.locator("#files .both-diffs ins", { hasText: "line.price" }).waitFor();
  const { page: other } = await open(`${served.address}#/compare/${ids[0]}/${after}`);
  await other.getByText("The run before has no diff: it was recorded without one.").waitFor();
  expect([...wrongs, ...refused]).toEqual([]);
});

test("with a run of which nothing is recorded only numbers are compared, and the page says so", async () => {
  const running = await begunRun(served.world, { scenarioKey: "deploy/preview", agentName: "tinker" });
  const { page, wrongs } = await open(`${served.address}#/compare/${ids[0]}/${running}`);
  await page.getByText("the run after has no transcript").waitFor();
  const card = (await served.world.api.json(`/v1/runs/${ids[0]}/score`)).body;
  const first = await page.locator("#numbers tbody tr").first().locator("td").allTextContents();
  expect(first).toEqual([String(card.score), "–", "–"]);
  expect(await page.locator("#stages tbody tr").count()).toBe(4);
  expect(wrongs).toEqual([]);
});

test("another trial of the same result can be chosen, and agents have the looks of the project", async () => {
  const { world, address } = served;
  const trials = await Promise.all(
    [1, 2].map(async (trial) => await recordedRun(world, carded(await sampleRun(calls(2), { trial })))),
  );
  for (const [at, id] of trials.entries())
    await world.store.database
      .updateTable("runs")
      .set({ report_id: "one-report", trial: at + 1 })
      .where("id", "=", id)
      .execute();
  const [first = "", second = ""] = trials;
  const { page, wrongs } = await open(`${address}#/compare/${first}/${ids[1]}`, {
    viewport: { width: 1440, height: 1000 },
  });
  const choice = page.getByRole("combobox", { name: "Before" });
  await choice.selectOption({ index: 1 });
  await page.waitForURL((url) => url.hash.includes(`#/compare/${second}/${ids[1]}`));
  await expect.poll(() => choice.inputValue()).toBe(second);
  // The run after has no report, so there is nothing to choose.
  expect(await page.getByRole("combobox", { name: "After" }).count()).toBe(0);
  expect(await page.locator(".agent-mark").count()).toBeGreaterThan(1);
  expect(wrongs).toEqual([]);
});

test("a run that is not there cannot be compared", async () => {
  const { page } = await open(`${served.address}#/compare/${ids[0]}/run_00000000000000000000000000`);
  await page.locator(".state.failure.not-found").waitFor();
});
