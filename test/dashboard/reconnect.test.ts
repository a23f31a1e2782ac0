/** A server that goes and comes back, under a dashboard that stays. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureWorkspace } from "../../src/store/sql/workspaces.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";

const open = useDashboardBrowser();

let served: DashboardWorld;
beforeAll(async () => {
  served = await openDashboard();
  await served.world.scored();
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

test("events go on after the last one that was heard, and nothing is missed", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs?workspace=shop`);
  await page.locator(".live-mark.open").waitFor();
  await page.locator("tbody tr").first().waitFor();
  const before = await page.locator("tbody tr").count();
  await served.world.queued();
  await page.locator("tbody tr").nth(before).waitFor();
  const asked: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v1/events")) asked.push(request.headers()["last-event-id"]);
  });
  await served.stop();
  await page.locator(".live-mark.waiting").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(before + 1);
  await served.world.queued();
  await served.start();
  await page.locator(".live-mark.open").waitFor();
  await page
    .locator("tbody tr")
    .nth(before + 1)
    .waitFor();
  expect(asked.at(-1)).toMatch(/^\d+$/);
  await served.world.queued();
  await page
    .locator("tbody tr")
    .nth(before + 2)
    .waitFor();
  expect(wrongs).toEqual([]);
});

test("a page that had heard nothing yet reads its data again", async () => {
  const slug = `empty-${randomBytes(4).toString("hex")}`;
  const { id } = await ensureWorkspace(served.world.store.database, { slug, name: slug });
  const { page } = await open(`${served.address}#/runs?workspace=${slug}`);
  await page.locator(".live-mark.open").waitFor();
  await page.getByText("Nothing has been run yet.").waitFor();
  await served.stop();
  await page.locator(".live-mark.waiting").waitFor();
  await served.world.scored({ workspaceId: id });
  await served.start();
  await page.locator("tbody tr").first().waitFor();
});

test("events that were pruned meanwhile are replaced by reading the data again", async () => {
  const { page } = await open(`${served.address}#/runs?workspace=shop`);
  await page.locator(".live-mark.open").waitFor();
  await served.world.queued();
  await page.locator("[role=status].sr", { hasText: "queued" }).waitFor({ state: "attached" });
  await page.locator("tbody tr").first().waitFor();
  const before = await page.locator("tbody tr").count();
  await served.stop();
  await page.locator(".live-mark.waiting").waitFor();
  await served.world.queued();
  await served.world.store.database.deleteFrom("run_events").execute();
  await served.start();
  await page.locator("tbody tr").nth(before).waitFor();
});

test("while the server is away the page says so, keeps its rows, and goes on by itself", async () => {
  const { page } = await open(`${served.address}#/runs?workspace=shop`);
  await page.locator("tbody tr").first().waitFor();
  await page.locator(".live-mark.open").waitFor();
  const before = await page.locator("tbody tr").count();
  await served.stop();
  await page.getByLabel("Order").selectOption("score");
  await page.getByRole("alert").getByText("Offline").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(before);
  await served.start();
  await page.locator("tbody tr").first().getByText("Gold").waitFor();
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
});

test("a question that got lost is asked again by itself, also where the events go on", async () => {
  const { page } = await open(`${served.address}#/runs?workspace=shop`);
  await page.locator("tbody tr").first().waitFor();
  await page.locator(".live-mark.open").waitFor();
  let isLost = true;
  await page.route("**/v1/runs?*", (route) => (isLost ? route.abort("connectionreset") : route.continue()));
  await page.getByLabel("Order").selectOption("score");
  await page.getByRole("alert").getByText("Offline").waitFor();
  isLost = false;
  await page.locator("tbody tr").first().getByText("Gold").waitFor();
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  expect(await page.locator(".live-mark").textContent()).toBe("live");
});

test("a tab that nobody looks at gives its stream back, and catches up when somebody comes", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs?workspace=shop`);
  await page.clock.install();
  await page.reload();
  await page.locator(".live-mark.open").waitFor();
  await page.locator("tbody tr").first().waitFor();
  const turn = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await turn(true);
  await page.clock.runFor(61_000);
  await page.locator(".live-mark.waiting").waitFor();
  const before = await page.locator("tbody tr").count();
  await served.world.queued();
  await page.clock.runFor(10_000);
  expect(await page.locator("tbody tr").count()).toBe(before);
  await turn(false);
  await page.locator(".live-mark.open").waitFor();
  await page.clock.runFor(5_000);
  await page.locator("tbody tr").nth(before).waitFor();
  expect(wrongs).toEqual([]);
});
