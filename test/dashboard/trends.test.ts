/** Trends in a real browser: what the charts show is what the API says. */
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { formatDuration } from "../../src/report/text/format.ts";
import type { TrendPoint } from "../../web/src/dashboard/api/answers.ts";
import { ensureWorkspace } from "../../src/store/sql/workspaces.ts";
import { useDashboardBrowser } from "./dashboard-world.ts";
import { addCourse, addReports } from "./trend-runs.ts";
import { numbersBehind, useTrends } from "./trend-world.ts";

const open = useDashboardBrowser();
const { served, address, asked } = useTrends();

describe("trends", () => {
  test("the AXIS Result is shown first, with the numbers of the API behind it, and the pass rate", async () => {
    const { page, wrongs } = await open(address("trends?workspace=shop&by=scenario&agent=riser"));
    const points = await asked<TrendPoint>("/v1/trends?workspace=shop&bucket=day&by=scenario&agent=riser");
    const expected = points.map(({ scenario, axis_result, intervals: { axis_result: interval }, runs }) => [
      scenario,
      axis_result?.toFixed(1),
      interval === null ? "–" : `${interval.lower.toFixed(1)} to ${interval.upper.toFixed(1)}`,
      String(runs),
    ]);
    const rows = await numbersBehind(page.locator("#chart-axis_result"));
    expect(rows.map(([, ...rest]) => rest).toSorted()).toEqual(expected.toSorted());
    expect(await page.locator("figure.chart :is(h2, h3)").allTextContents()).toEqual([
      "AXIS Result",
      "Passed, %",
      "Cost per run, $",
    ]);
    expect(await page.locator(".tier-band, .tier-word").count()).toBe(0);
    const { passed = 0, failed = 0 } = points.at(-1) ?? {};
    const rates = (await numbersBehind(page.locator("#chart-pass_rate"))).map((cells) => cells[2]);
    expect(rates).toContain(`${Math.round((100 * passed) / (passed + failed))} %`);
    expect(wrongs).toEqual([]);
  });

  test("the scorecard can be chosen, with its tiers and axes, and is called one", async () => {
    const { page, wrongs } = await open(address("trends?workspace=shop&by=scenario&agent=riser"));
    await page.getByLabel("Metric").selectOption("scorecard");
    await page.waitForURL(/metric=scorecard/);
    const points = await asked<TrendPoint>("/v1/trends?workspace=shop&bucket=day&by=scenario&agent=riser");
    const expected = points.map(({ scenario, score, tier, intervals, runs }) => [
      scenario,
      score.toFixed(1),
      tier,
      intervals.score === null ? "–" : `${intervals.score.lower.toFixed(1)} to ${intervals.score.upper.toFixed(1)}`,
      String(runs),
    ]);
    const rows = await numbersBehind(page.locator("#chart-score"));
    expect(rows.map(([, ...rest]) => rest).toSorted()).toEqual(expected.toSorted());
    expect(await page.locator("figure.chart :is(h2, h3)").allTextContents()).toEqual([
      "Scorecard",
      "Scorecard: Completion",
      "Scorecard: First-time success",
      "Scorecard: Speed",
      "Scorecard: Resource efficiency",
    ]);
    expect(rows[0]?.[0]).toBe("29 Mar 2026");
    expect(points.some(({ intervals }) => intervals.score !== null)).toBe(true);
    expect(wrongs).toEqual([]);
  });

  test("every chart has such a table: axes without tiers, and the p50 of wall times", async () => {
    const { page } = await open(address("trends?workspace=shop&agent=faller&bucket=week&metric=scorecard"));
    const points = await asked<TrendPoint>("/v1/trends?workspace=shop&bucket=week&by=agent&agent=faller");
    const newest = points.at(-1);
    expect((await numbersBehind(page.locator("#chart-error_rate")))[0]?.slice(1, 3)).toEqual([
      "faller",
      String(newest?.error_rate),
    ]);
    expect(await page.locator("figure.chart details").count()).toBe(5);
    await page.getByLabel("Metric").selectOption("time");
    await page.locator("#chart-wall .chart-plot > svg").waitFor();
    expect((await numbersBehind(page.locator("#chart-wall")))[0]?.slice(1, 3)).toEqual([
      "faller",
      formatDuration(newest?.p50_wall_ms ?? null),
    ]);
  });

  test("choices stand in the address, survive a reload, and are what is asked for", async () => {
    const { page } = await open(address("trends?workspace=shop"));
    await page.getByRole("combobox", { name: "Agent" }).selectOption("riser");
    await page.getByRole("button", { name: "Week" }).click();
    await page.getByRole("group", { name: "A line for each" }).getByRole("button", { name: "Scenarios" }).click();
    await page.getByRole("combobox", { name: "Scenario" }).selectOption("shop/checkout");
    const hash = "#/trends?workspace=shop&agent=riser&bucket=week&by=scenario&scenario=shop%2Fcheckout";
    await page.waitForURL((url) => url.hash === hash);
    await page.reload();
    await page.locator(".trend-legend li").first().waitFor();
    expect(await page.evaluate(() => location.hash)).toBe(hash);
    await expect.poll(() => page.locator(".trend-legend a").allTextContents()).toEqual(["shop/checkout"]);
    expect(await page.getByRole("button", { name: "Week" }).getAttribute("aria-pressed")).toBe("true");
  });

  test("a chart is walked along by keyboard, and says what is there", async () => {
    const { page } = await open(address("trends?workspace=shop&agent=riser&scenario=cms%2Fcreate&metric=scorecard"));
    const points = await asked<TrendPoint>("/v1/trends?workspace=shop&bucket=day&agent=riser&scenario=cms%2Fcreate");
    const chart = page.getByRole("slider", { name: "Scorecard over time" });
    await chart.focus();
    await page.keyboard.press("ArrowLeft");
    await expect
      .poll(() => chart.getAttribute("aria-valuetext"))
      .toContain(`28 Mar 2026: riser ${points.at(-2)?.score.toFixed(1)} `);
    await page.keyboard.press("Home");
    await expect
      .poll(() => chart.getAttribute("aria-valuetext"))
      .toContain(`10 Mar 2026: riser ${points[0]?.score.toFixed(1)} `);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => chart.getAttribute("aria-valuenow")).toBe("0");
    expect(await page.locator("#chart-score .tooltip").textContent()).toContain("10 Mar 2026");
    // The others point at the same day.
    await expect.poll(() => page.locator("#chart-latency .cursor").count()).toBe(1);
    await chart.blur();
    await expect.poll(() => page.locator(".cursor").count()).toBe(0);
  });

  test("single runs are dots that lead to their run, with the p50 they were measured against", async () => {
    const { page } = await open(address("trends?workspace=shop&agent=rare&bucket=run&metric=time"));
    const points = await asked<TrendPoint>("/v1/trends?workspace=shop&agent=rare&bucket=run&metric=time");
    await numbersBehind(page.locator("#chart-wall"));
    const links = await page
      .locator("#chart-wall tbody a")
      .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    expect(links).toEqual(points.toReversed().map(({ run_id }) => `#/runs/${run_id}?workspace=shop`));
    expect(await page.locator("#chart-wall circle.run").count()).toBe(2);
    expect(await page.locator("#chart-wall path.reference").getAttribute("d")).not.toBe("");
  });

  test("a point is a report once there are three: what is proven, what changed, and two to compare", async () => {
    const { store } = served().world;
    const { id } = await ensureWorkspace(store.database, { slug: "weeks", name: "Weeks" });
    const reports = ["2026-03-02", "2026-03-09", "2026-03-17"].map((day, at) => ({
      at: `${day}T09:00:00Z`,
      means: { steady: 90, faller: at === 2 ? 70 : 88 },
      hash: at === 2 ? "1" : "0",
    }));
    await addReports(store, id, { reports, scenarios: ["a", "b", "c", "d"], trials: 3 });
    const { page, wrongs } = await open(address("trends?workspace=weeks"));
    await page
      .getByText(/^Since 9 Mar, faller has lost \d+\.\d points \(proven\); the change of steady may be chance\.$/)
      .waitFor();
    expect(await page.locator("figure.chart :is(h2, h3)").allTextContents()).toEqual([
      "AXIS Result",
      "Goal",
      "Environment",
      "Service",
      "Agent",
      "Passed, %",
      "Cost per run, $",
    ]);
    expect(await page.locator(".chart-mark text").allTextContents()).toEqual(["1 scenario changed, 17 Mar"]);
    await page.getByText(/The axis begins at \d+\./).waitFor();
    const chart = page.getByRole("slider", { name: "AXIS Result over time" });
    await chart.focus();
    for (const key of ["Home", "Enter", "End", "Enter"]) await page.keyboard.press(key);
    await page.getByText("axis compare report-2026-03-02T09:00:00Z report-2026-03-17T09:00:00Z").waitFor();
    const comparison = page.getByRole("link", { name: "Compare them" });
    expect(await comparison.getAttribute("href")).toMatch(
      /^#\/compare\?workspace=weeks&before=report-2026-03-02T09.*&after=report-2026-03-17T09/,
    );
    // The look of an agent follows its first run, whatever the filter.
    const tone = () => page.locator(".trend-legend li").filter({ hasText: "steady" }).getAttribute("class");
    const before = await tone();
    await page.getByRole("combobox", { name: "Agent" }).selectOption("steady");
    await expect.poll(() => page.locator(".trend-legend li").count()).toBe(1);
    expect(await tone()).toBe(before);
    expect(wrongs).toEqual([]);
  });

  test("of more than 500 points the newest are drawn, and it says so", async () => {
    const { store } = served().world;
    const { id } = await ensureWorkspace(store.database, { slug: "old", name: "Old" });
    await addCourse(store, id, { agent: "a", scenario: "s", days: 501, runsPerDay: 1, from: 50, rise: 0 });
    const { page } = await open(address("trends?workspace=old&metric=scorecard&bucket=day"));
    await page.getByText("Only the newest 500 points are shown").waitFor();
    expect(await numbersBehind(page.locator("#chart-score"))).toHaveLength(500);
  });

  test("tiers stand behind scorecards, in words", async () => {
    const { page } = await open(address("trends?workspace=shop&metric=scorecard"));
    await page.locator("#chart-score .chart-plot > svg").waitFor();
    expect(await page.locator("#chart-score .tier-band text").allTextContents()).toEqual([
      "Elite",
      "Gold",
      "Silver",
      "Bronze",
    ]);
    expect(await page.locator("#chart-latency .tier-band").count()).toBe(0);
  });

  test("nothing scored, and a workspace that is not there, are said", async () => {
    const { page } = await open(address("trends?workspace=other"));
    await page.getByText("Nothing has been run yet.").waitFor();
    const { page: unknown } = await open(address("trends?workspace=nowhere"));
    await unknown.locator(".state.failure.not-found").first().waitFor();
    expect(await unknown.locator(".chart").count()).toBe(0);
  });
});

test("a run that is scored comes in by itself, and what is open stays open", async () => {
  const slug = `empty-${randomBytes(4).toString("hex")}`;
  const { id: workspaceId } = await ensureWorkspace(served().world.store.database, { slug, name: slug });
  const { page } = await open(address(`trends?workspace=${slug}&bucket=run`));
  await page.getByText("No run matches.").waitFor();
  await page.locator(".live-mark.open").waitFor();
  await served().world.scored({ workspaceId, agent: "newcomer" });
  await page.locator(".trend-legend", { hasText: "newcomer" }).waitFor();
  await page.locator("#chart-axis_result summary").click();
  await served().world.scored({ workspaceId, agent: "newcomer" });
  await page.locator("#chart-axis_result tbody tr").nth(1).waitFor();
  expect(await page.locator("#chart-axis_result details").evaluate((element: HTMLDetailsElement) => element.open)).toBe(
    true,
  );
});
