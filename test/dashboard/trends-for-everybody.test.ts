/** Trends and the leaderboard for screen readers, in both colour schemes, on small and on large screens. */
import { expect, test } from "vitest";
import { violations } from "../browser/axe.ts";
import { useDashboardBrowser } from "./dashboard-world.ts";
import { numbersBehind, useTrends } from "./trend-world.ts";

const open = useDashboardBrowser();
const { address } = useTrends();

const views = [
  "trends?workspace=shop",
  "trends?workspace=shop&bucket=run&by=none&agent=rare",
  "trends?workspace=shop&agent=nobody",
  "trends?workspace=shop&metric=scorecard",
  "leaderboard?workspace=shop",
  "leaderboard?workspace=shop&by=scorecard",
] as const;

for (const colorScheme of ["light", "dark"] as const)
  test.each(views)(`axe finds nothing wrong with %s, ${colorScheme}`, async (view) => {
    const { page } = await open(address(view), { colorScheme, bypassCSP: true });
    await page.locator("main :is(.chart svg, .standings, .state.empty)").first().waitFor();
    for (const chart of await page.locator(".chart").all()) await numbersBehind(chart);
    expect(await violations(page)).toEqual([]);
  });

for (const width of [320, 375, 2560])
  test.each(views)(`at ${width} pixels %s does not run out of the window`, async (view) => {
    const { page } = await open(address(view), { viewport: { width, height: 800 } });
    await page.locator("main :is(.chart svg, .standings, .state.empty)").first().waitFor();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    const chart = page.locator(".chart").first();
    if ((await chart.count()) === 0) return;
    await chart.locator(".chart-plot").hover();
    await expect.poll(() => chart.locator(".tooltip").count()).toBe(1);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  });
