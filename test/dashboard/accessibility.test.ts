/** The dashboard for everybody: axe, both colour schemes, narrow and wide windows, paper, keyboard. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerWorker } from "../../src/store/sql/workers.ts";
import { violations } from "../browser/axe.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { fillRuns } from "./many-runs.ts";

const open = useDashboardBrowser();

let served: DashboardWorld;
let admin: string;
beforeAll(async () => {
  served = await openDashboard();
  const { world } = served;
  await fillRuns(world.store, world.shop, 60);
  await registerWorker(world.store.database, {
    id: "worker-with-a-long-name-1",
    host: "host-a.example",
    version: "0.1.0",
    agents: ["echo", "claude-code", "codex"],
    slots: 4,
  });
  await world.running();
  await world.queued();
  admin = await world.token({ name: "administrator", scopes: ["admin"] });
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

interface Place {
  readonly name: string;
  readonly hash: () => string;
  readonly go?: (page: Page) => Promise<void>;
}

const places: readonly Place[] = [
  { name: "the overview", hash: () => "#/" },
  { name: "the reports", hash: () => "#/reports" },
  { name: "the runs", hash: () => "#/runs" },
  { name: "the runs with every filter", hash: () => "#/runs?workspace=shop&min_score=1" },
  {
    name: "runs that are chosen",
    hash: () => "#/runs?workspace=shop",
    async go(page) {
      await page.getByRole("button", { name: "Compare two" }).click();
      await page.getByRole("checkbox").nth(0).check();
      await page.getByRole("checkbox").nth(1).check();
    },
  },
  { name: "no runs", hash: () => "#/runs?agent=nobody" },
  { name: "a filter that is not understood", hash: () => "#/runs?tier=Platinum" },
  { name: "the workers", hash: () => "#/workers" },
  { name: "no permission", hash: () => "#/tokens" },
  { name: "nothing", hash: () => "#/nowhere" },
  { name: "the login", hash: () => `#token=axis_aaaaaaaaaaaa_${"x".repeat(43)}` },
  {
    name: "the tokens",
    hash: () => `#token=${admin}`,
    async go(page) {
      await page.getByRole("link", { name: "Settings", exact: true }).click();
      await page.getByLabel("Name").fill("laptop");
      await page.getByRole("button", { name: "Create" }).click();
      await page.locator(".secret").waitFor();
      await page.getByRole("button", { name: "Revoke administrator" }).click();
    },
  },
];

async function arrive(page: Page, { go }: Place): Promise<void> {
  await page.locator("main :is(tbody tr, .state, form, .notice)").first().waitFor();
  await page.locator(".state.loading").waitFor({ state: "detached" });
  await go?.(page);
}

for (const colorScheme of ["light", "dark"] as const)
  test.each(places)(`axe finds nothing wrong with $name, ${colorScheme}, wide or narrow`, async (place) => {
    // The tester itself is a script that the page's policy would not let in.
    const { page } = await open(`${served.address}${place.hash()}`, { colorScheme, bypassCSP: true });
    await arrive(page, place);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await violations(page)).toEqual([]);
  });

test.each(places)("$name does not run out of any window", async (place) => {
  const { page } = await open(`${served.address}${place.hash()}`);
  await arrive(page, place);
  for (const width of [320, 375, 1024, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, { message: `at ${width} pixels` }).toBeLessThanOrEqual(0);
  }
});

test("the first key leads to the content, past everything else", async () => {
  const { page } = await open(`${served.address}#/runs`);
  await page.locator("tbody tr").first().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
});

test("another view begins at its content, and its name is the title of the page", async () => {
  const { page } = await open(`${served.address}#/runs`);
  await page.locator("tbody tr").first().waitFor();
  expect(await page.title()).toBe("AXIS Runs");
  await page.getByRole("link", { name: "Workers", exact: true }).press("Enter");
  await page.getByRole("heading", { name: "Workers", level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe("AXIS Workers");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  expect(await page.getByRole("link", { name: "Workers", exact: true }).getAttribute("aria-current")).toBe("page");
});

test("on paper there are no controls, and the text is dark on white", async () => {
  const { page } = await open(`${served.address}#/runs`, { colorScheme: "dark" });
  await page.locator("tbody tr").first().waitFor();
  await page.emulateMedia({ media: "print" });
  for (const control of [".filters", "nav", ".door", ".live-mark"])
    expect(await page.locator(control).first().isVisible()).toBe(false);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
  expect((await page.pdf()).byteLength).toBeGreaterThan(10_000);
});
