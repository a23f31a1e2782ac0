/** Trends and the leaderboard for screen readers, in both colour schemes, on small and on large screens. */
import axe from "axe-core";
import { expect, test } from "vitest";
import { useDashboardBrowser } from "./dashboard-world.ts";
import { useTrends } from "./trend-world.ts";

const open = useDashboardBrowser();
const { address } = useTrends();

const views = [
  "trends?workspace=shop",
  "trends?workspace=shop&bucket=run&by=none&agent=rare",
  "trends?workspace=shop&agent=nobody",
  "leaderboard?workspace=shop",
] as const;

for (const colorScheme of ["light", "dark"] as const)
  test.each(views)(`axe finds nothing wrong with %s, ${colorScheme}`, async (view) => {
    const { page } = await open(address(view), { colorScheme, bypassCSP: true });
    await page.locator("main :is(.chart svg, .standings, .state.empty)").first().waitFor();
    for (const summary of await page.locator(".chart summary").all()) await summary.click();
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const tester = (
        window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
      ).axe;
      const { violations } = await tester.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(found).toEqual([]);
  });

for (const width of [320, 375, 2560])
  test.each(views)(`at ${width} pixels %s does not run out of the window`, async (view) => {
    const { page } = await open(address(view), { viewport: { width, height: 800 } });
    await page.locator("main :is(.chart svg, .standings, .state.empty)").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
