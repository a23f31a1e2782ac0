import type { Response } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Entry } from "../../src/core/entry.ts";
import { defaultLimits } from "../../src/server/limits.ts";
import { carded } from "../browser/sample-card.ts";
import { sampleRun } from "../browser/sample-run.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { recordedRun } from "./recorded-run.ts";

const open = useDashboardBrowser();
const steps = 25_000;
/** The page reads no faster than the server allows, so that all of it takes a while on any machine. */
let served: DashboardWorld;
let id: string;

beforeAll(async () => {
  // With the limits of every server: a long run must not be read faster than they allow.
  served = await openDashboard({ limits: { reads: defaultLimits.reads } });
  const entries = Array.from({ length: steps }, (_, at) => step(at + 1)).flat();
  id = await recordedRun(served.world, carded(await sampleRun(entries)));
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

/** Texts that differ and have the length that those of agents have. */
function step(number: number): Entry[] {
  const words = Array.from({ length: 40 }, (_, at) => ((number * 7919 + at * 104_729) % 99_991).toString(36)).join(" ");
  const timestamp = new Date(Date.UTC(2026, 5, 12) + number * 100).toISOString();
  const output = number === steps - 7 ? `${words} needle in the last of the hay` : words;
  return [
    { type: "tool_use", timestamp, id: `c${number}`, tool: "shell", input: { command: `make step-${number}` } },
    { type: "tool_result", timestamp, id: `c${number}`, output, isError: false, exitCode: 0 },
  ];
}

test("the first rows of 50,000 entries are there long before the last, and it scrolls to its end", async () => {
  const began = performance.now();
  const { page, wrongs } = await open(`${served.address}#/runs/${id}`);
  await page.locator("#transcript .item").first().waitFor();
  const first = performance.now() - began;
  const note = await page.locator("#transcript h2 small").textContent();
  process.stdout.write(`first rows after ${Math.round(first)} ms (${note})\n`);
  await expect.poll(() => page.locator("#transcript h2 small").textContent()).toBe("25000 steps");
  process.stdout.write(`all of it after ${Math.round(performance.now() - began)} ms\n`);
  expect(await page.locator("#transcript .item").count()).toBeLessThan(200);
  // Heights are known only of rows that were seen, so the end moves while one gets there.
  const isAtEnd = () =>
    page.locator("#transcript .transcript > div").evaluate((list, last) => {
      list.lastElementChild?.scrollIntoView({ block: "end", behavior: "instant" });
      return list.textContent.includes(`#${last}`);
    }, steps);
  await expect.poll(isAtEnd).toBe(true);
  expect(wrongs).toEqual([]);
});

test("the first rows wait for a few questions, each with an answer that does not grow with the run", async () => {
  const { page, wrongs } = await open(`${served.address}#/workers`);
  await page.getByRole("heading", { name: "Workers" }).first().waitFor();
  const asked: Promise<readonly [string, number]>[] = [];
  let isShown = false;
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (!isShown && pathname.startsWith("/v1/runs/")) asked.push(sizeOf(pathname.replace(id, "{id}"), answer));
  });
  await page.evaluate((run) => location.assign(`#/runs/${run}`), id);
  await page.locator("#transcript .item").first().waitFor();
  isShown = true;
  const sizes = new Map(await Promise.all(asked));
  process.stdout.write(`before the first rows: ${JSON.stringify([...sizes])}\n`);
  expect(sizes.get("/v1/runs/{id}")).toBeLessThan(20_000);
  expect(sizes.get("/v1/runs/{id}/page")).toBeLessThan(50_000);
  const parts = [...sizes].filter(([path]) => path.includes("/page/"));
  expect(parts.slice(0, 2).map(([path]) => path.replace(/\d+$/, "n"))).toEqual(
    expect.arrayContaining(["/v1/runs/{id}/page/interactions.n", "/v1/runs/{id}/page/entries.0.n"]),
  );
  for (const [, bytes] of parts.slice(0, 2)) expect(bytes).toBeLessThan(600_000);
  expect(wrongs).toEqual([]);
});

async function sizeOf(path: string, answer: Response): Promise<readonly [string, number]> {
  return [path, (await answer.body()).length];
}

test("it is searched to its end while the page goes on answering, and a link to a late step leads there", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs/${id}/step/${steps - 3}`);
  await page.locator(".item.target.open").waitFor();
  expect(await page.locator(".item.target .item-number").textContent()).toBe(`#${steps - 3}`);
  await expect.poll(() => page.locator("#transcript h2 small").textContent()).toBe("25000 steps");
  await page.evaluate(() => {
    const state = window as unknown as { longest: number };
    state.longest = 0;
    let last = performance.now();
    setInterval(() => {
      state.longest = Math.max(state.longest, performance.now() - last);
      last = performance.now();
    }, 5);
  });
  await page.getByLabel("Find in this run").fill("needle in the LAST");
  await page.getByText("1 of 1", { exact: true }).waitFor();
  const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
  process.stdout.write(`longest stretch without an answer while searching: ${Math.round(longest)} ms\n`);
  await page.locator(".item.open", { hasText: "needle in the last of the hay" }).waitFor();
  expect(wrongs).toEqual([]);
});
