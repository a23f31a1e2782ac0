/** The leaderboard in a real browser: the rows of the API in their order, whatever agents are called. */
import { describe, expect, test } from "vitest";
import { ensureWorkspace } from "../../src/store/sql/workspaces.ts";
import type { Standing } from "../../web/src/dashboard/api/answers.ts";
import { payloads } from "../browser/payloads.ts";
import { useDashboardBrowser } from "./dashboard-world.ts";
import { addCourse } from "./trend-runs.ts";
import { cellsOf, numbersBehind, useTrends } from "./trend-world.ts";

const open = useDashboardBrowser();
const { served, address, asked } = useTrends();

describe("the leaderboard", () => {
  test("has the rows of the API in their order, those with few runs apart", async () => {
    const { page, wrongs } = await open(address("leaderboard?workspace=shop"));
    await page.locator(".standings").waitFor();
    const rows = await asked<Standing>("/v1/leaderboard?workspace=shop");
    const shown = await cellsOf(page.locator(".standings"));
    expect(shown.map((cells) => cells[0])).toEqual(["1", "1", "3", "Unranked fewer than 5 runs", "–"]);
    expect(rows.map(({ place }) => place)).toEqual([1, 1, 3, null]);
    expect(shown.filter((cells) => cells.length > 1).map((cells) => cells.slice(2, 4))).toEqual(
      rows.map(({ mean_axis_result, axis_interval }) => [
        mean_axis_result?.toFixed(1),
        axis_interval === null ? "–" : `${axis_interval.lower.toFixed(1)} to ${axis_interval.upper.toFixed(1)}`,
      ]),
    );
    expect(shown[0]?.slice(5, 10)).toEqual([
      `${Math.round((rows[0]?.pass_rate ?? 0) * 100)} %`,
      `${rows[0]?.mean_score.toFixed(1)} ${rows[0]?.tier}`,
      `${rows[0]?.passed} of ${(rows[0]?.passed ?? 0) + (rows[0]?.failed ?? 0)}`,
      String(rows[0]?.runs),
      String(rows[0]?.scenarios),
    ]);
    expect(wrongs).toEqual([]);
  });

  test("it can be ranked by scorecard, which is called one, and by pass rate", async () => {
    const { page } = await open(address("leaderboard?workspace=shop"));
    await page.getByRole("button", { name: "Scorecard" }).click();
    await page.getByRole("table", { name: "Agents by scorecard, best first" }).waitFor();
    const rows = await asked<Standing>("/v1/leaderboard?workspace=shop&by=scorecard");
    const shown = await cellsOf(page.locator(".standings"));
    expect(shown.filter((cells) => cells.length > 1).map((cells) => cells[2])).toEqual(
      rows.map(({ mean_score, tier }) => `${mean_score.toFixed(1)} ${tier}`),
    );
    expect((await page.getByRole("columnheader").allTextContents()).slice(2, 6)).toEqual([
      "Scorecard",
      "95 % interval",
      "0 to 100",
      "AXIS Result",
    ]);
    await page.getByRole("button", { name: "Pass rate" }).click();
    await page.getByRole("table", { name: "Agents by pass rate, best first" }).waitFor();
    await page.waitForURL(/by=pass-rate/);
  });

  test.each([320, 768])(
    "at %i pixels its rows are blocks with a title at each number, and nothing is moved sideways",
    async (width) => {
      const { page, wrongs } = await open(address("leaderboard?workspace=shop"), { viewport: { width, height: 800 } });
      const table = page.locator(".standings");
      await table.waitFor();
      const beyond = () => document.documentElement.scrollWidth - innerWidth;
      const within = (region: Element) => region.scrollWidth - region.clientWidth;
      expect([await page.evaluate(beyond), await page.locator(".scroll").evaluate(within)]).toEqual([0, 0]);
      const titles = await table
        .getByRole("row")
        .nth(1)
        .locator("td")
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
      expect(titles.filter((title) => title !== "none")).toEqual(
        ["95 % interval", "Pass rate", "Scorecard", "Passed", "Runs", "Scenarios", "Cost", "Last scored"].map((title) =>
          JSON.stringify(title),
        ),
      );
      expect(await table.getByRole("columnheader").count()).toBe(12);
      expect(wrongs).toEqual([]);
    },
  );

  test("its choices stand in the address and survive a reload; nonsense in it does no harm", async () => {
    const { page } = await open(address("leaderboard?workspace=shop"));
    await page.getByLabel("Scenario").selectOption("cms/create");
    await page.getByLabel("Minimum runs").fill("2");
    await page.getByLabel("Minimum runs").blur();
    const hash = "#/leaderboard?workspace=shop&scenario=cms%2Fcreate&min_runs=2";
    await page.waitForURL((url) => url.hash === hash);
    await page.reload();
    await page.locator(".standings").waitFor();
    expect(await page.evaluate(() => location.hash)).toBe(hash);
    await expect.poll(() => page.locator(".unranked").count()).toBe(0);
    expect((await cellsOf(page.locator(".standings"))).map((cells) => cells[1])).toHaveLength(3);
    const { page: odd } = await open(address("leaderboard?workspace=shop&min_runs=-1e9&days=abc"));
    await odd.locator(".standings").waitFor();
    expect(await odd.getByLabel("Minimum runs").inputValue()).toBe("5");
  });

  test("an agent leads to its trends, with the same choices", async () => {
    const { page } = await open(address("leaderboard?workspace=shop&scenario=cms%2Fcreate"));
    await page.getByRole("link", { name: "faller" }).click();
    await page.locator("#chart-axis_result svg").waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#/trends?workspace=shop&agent=faller&scenario=cms%2Fcreate");
  });
});

describe("whatever agents and scenarios are called", () => {
  test("names are text: nothing runs, nothing is asked of anybody, and the name still finds its runs", async () => {
    const { page, wrongs } = await open(address("leaderboard?workspace=shop"));
    await page.locator(".standings a", { hasText: "<img" }).click();
    await page.locator("#chart-axis_result svg").waitFor();
    expect(await page.locator(".trend-legend").textContent()).toContain("<img src=x onerror=alert(1)>|\\u{202e}");
    expect((await numbersBehind(page.locator("#chart-axis_result"))).length).toBe(3);
    await page.getByRole("group", { name: "A line for each" }).getByRole("button", { name: "Scenario" }).click();
    await page.locator("#chart-axis_result svg").waitFor();
    expect(await page.locator("main img, main script, main iframe").count()).toBe(0);
    expect(wrongs).toEqual([]);
  });

  test("the usual attacks as names and in the address", async () => {
    const { store } = served().world;
    const { id } = await ensureWorkspace(store.database, { slug: "attacked", name: payloads[0] ?? "x" });
    for (const name of payloads.slice(0, 12))
      await addCourse(store, id, {
        agent: name,
        scenario: name,
        days: 2,
        runsPerDay: 1,
        from: 50,
        rise: 1,
      });
    const { page, wrongs } = await open(address("trends?workspace=attacked"));
    await page.locator("#chart-axis_result svg").waitFor();
    expect(await page.locator(".trend-legend li").count()).toBe(6);
    await page.getByText("those with the most runs").waitFor();
    await page.goto(address(`leaderboard?workspace=attacked&scenario=${encodeURIComponent(payloads[1] ?? "")}`));
    await page.locator("main :is(.standings, .state)").first().waitFor();
    expect(wrongs).toEqual([]);
  });
});
