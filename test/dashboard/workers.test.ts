/** Workers and the queue in the dashboard. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { registerWorker } from "../../src/store/sql/workers.ts";
import { openDashboard, useDashboardBrowser } from "./dashboard-world.ts";

const open = useDashboardBrowser();

test("without workers it says what to do, and one that comes is seen without a reload", async () => {
  await using served = await openDashboard();
  const { page, wrongs } = await open(`${served.address}#/workers`);
  await page.getByText("No workers").waitFor();
  const { database } = served.world.store;
  await registerWorker(database, { id: "worker-1", host: "host-a", version: "0.1.0", agents: ["echo"], slots: 4 });
  const running = await served.world.running();
  await served.world.queued();
  await page.getByText("1 of 4", { exact: true }).waitFor();
  await expect.poll(() => page.getByRole("row").filter({ hasText: "worker-1" }).innerText()).toContain("ready");
  expect(await page.getByRole("link", { name: "cms/create" }).getAttribute("href")).toBe(`#/runs/${running}`);
  const queue = page.getByRole("row").filter({ hasText: "echo" }).first();
  await expect.poll(() => queue.innerText()).toMatch(/echo\s+1\s+1\s+yes/);
  await sql`update workers set seen_at = now() - interval '1 hour'`.execute(database);
  // Nobody tells of a worker that was killed: the page looks by itself now and then.
  await page.getByText("lost").waitFor();
  await page.getByText("no live worker").waitFor();
  expect([...wrongs, ...served.world.defects]).toEqual([]);
});
