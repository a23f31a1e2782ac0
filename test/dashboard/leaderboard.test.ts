/** The leaderboard in a real browser: the rows of the API in their order, whatever agents are called. */
import { describe, expect, test } from "vitest";
import { ensureWorkspace } from "../../src/store/sql/workspaces.ts";
import type { Standing } from "../../web/src/dashboard/api/answers.ts";
import { payloads } from "../browser/payloads.ts";
import { useDashboardBrowser } from "./dashboard-world.ts";
import { addCourse, addReports } from "./trend-runs.ts";
import { cellsOf, numbersBehind, useTrends } from "./trend-world.ts";

const scenarios = ["a", "b", "c", "d"];
const open = useDashboardBrowser();
const { served, address, asked } = useTrends();

describe("the leaderboard", () => {
  test("has the rows of the API in their order, those with few runs apart", async () => {
    const { page, wrongs } = await open(address("leaderboard?workspace=shop"));
    await page.locator(".standings").waitFor();
    const rows = await asked<Standing>("/v1/leaderboard?workspace=shop");
    const shown = await cellsOf(page.locator(".standings"));
    const places = rows.map(({ places: range }) =>
      range === null ? "–" : range.from === range.to ? String(range.from) : `${range.from}–${range.to}`,
    );
    expect(shown.filter((cells) => cells.length > 1).map((cells) => cells[0])).toEqual(places);
    expect(shown.at(-2)).toEqual(["Unranked fewer than 5 runs"]);
    expect(shown.filter((cells) => cells.length > 1).map((cells) => cells[2])).toEqual(
      rows.map(({ mean_axis_result }) => mean_axis_result?.toFixed(1)),
    );
    const [first] = rows;
    expect(shown[0]?.[4]).toContain(`${first?.passed}/${(first?.passed ?? 0) + (first?.failed ?? 0)}`);
    const { lower, upper } = first?.axis_interval ?? { lower: 0, upper: 0 };
    await page
      .getByRole("img", {
        name: `${first?.mean_axis_result?.toFixed(1)}, 95 % from ${lower.toFixed(1)} to ${upper.toFixed(1)}`,
      })
      .waitFor();
    expect(wrongs).toEqual([]);
  });

  test("agents whose difference may be chance share a place, and a sentence says who leads", async () => {
    const { store } = served().world;
    const { id } = await ensureWorkspace(store.database, { slug: "ranks", name: "Ranks" });
    const means = { near: 94.1, best: 94.2, far: 70 };
    await addReports(store, id, { reports: [{ at: "2026-03-10T09:00:00Z", means }], scenarios, trials: 3 });
    const { page, wrongs } = await open(address("leaderboard?workspace=ranks"));
    await page.getByText(/share the first place: 0\.\d points may be chance\. far is behind both\.$/).waitFor();
    const shown = await cellsOf(page.locator(".standings"));
    expect(shown.map((cells) => cells[0])).toEqual(["1–2", "1–2", "3"]);
    // The last report is shown, because it ranks more than one agent.
    expect(await page.getByRole("combobox", { name: "Time", exact: true }).inputValue()).toBe("report");
    expect(wrongs).toEqual([]);
  });

  test("it can be ranked by any metric, and by cost per pass the lowest comes first", async () => {
    const { page } = await open(address("leaderboard?workspace=shop"));
    await page.getByLabel("Rank by").selectOption("scorecard");
    await page.getByRole("table", { name: "Agents by scorecard, best first" }).waitFor();
    const rows = await asked<Standing>("/v1/leaderboard?workspace=shop&by=scorecard");
    await expect
      .poll(async () =>
        (await cellsOf(page.locator(".standings"))).filter((cells) => cells.length > 1).map((cells) => cells[2]),
      )
      .toEqual(rows.map(({ mean_score }) => mean_score.toFixed(1)));
    await page.getByLabel("Rank by").selectOption("cost-per-pass");
    await page.getByRole("table", { name: "Agents by cost per pass, best first" }).waitFor();
    await page.getByText(/has the lowest cost per pass: \$/).waitFor();
    await page.waitForURL(/by=cost-per-pass/);
  });

  test.each([320, 768])(
    "at %i pixels its rows are blocks with a title at each number, and nothing is moved sideways",
    async (width) => {
      const { page, wrongs } = await open(address("leaderboard?workspace=shop"), { viewport: { width, height: 800 } });
      const table = page.locator(".standings");
      await table.waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      const titles = await table
        .getByRole("row")
        .nth(1)
        .locator("td")
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
      expect(titles.filter((title) => title !== "none")).toEqual(
        ["Passed", "Goal", "Env", "Service", "Agent", "Cost per pass", "Time", "30 days"].map((title) =>
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
    await page.locator("#chart-axis_result .chart-plot > svg").waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#/trends?workspace=shop&agent=faller&scenario=cms%2Fcreate");
  });
});

describe("whatever agents and scenarios are called", () => {
  test("names are text: nothing runs, nothing is asked of anybody, and the name still finds its runs", async () => {
    const { page, wrongs } = await open(address("leaderboard?workspace=shop"));
    await page.locator(".standings a", { hasText: "<img" }).click();
    await page.locator("#chart-axis_result .chart-plot > svg").waitFor();
    expect(await page.locator(".trend-legend").textContent()).toContain("<img src=x onerror=alert(1)>|\\u{202e}");
    expect((await numbersBehind(page.locator("#chart-axis_result"))).length).toBe(3);
    await page.getByRole("group", { name: "A line for each" }).getByRole("button", { name: "Scenarios" }).click();
    await page.locator("#chart-axis_result .chart-plot > svg").waitFor();
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
    const { page, wrongs } = await open(address("trends?workspace=attacked&bucket=day"));
    await page.locator("#chart-axis_result .chart-plot > svg").waitFor();
    expect(await page.locator(".trend-legend li").count()).toBe(6);
    await page.getByText("those with the most runs").waitFor();
    await page.goto(address(`leaderboard?workspace=attacked&scenario=${encodeURIComponent(payloads[1] ?? "")}`));
    await page.locator("main :is(.standings, .state)").first().waitFor();
    expect(wrongs).toEqual([]);
  });
});
