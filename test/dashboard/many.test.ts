/** Ten thousand runs in Postgres: what is shown, how long it takes, and how much script that needs. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { fillRuns } from "./many-runs.ts";

const open = useDashboardBrowser();
const script = join(dirname(fileURLToPath(import.meta.url)), "../../dist/web/dashboard/dashboard.js");

let served: DashboardWorld;
beforeAll(async () => {
  served = await openDashboard();
  await fillRuns(served.world.store, served.world.shop, 10_000);
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

/** For people: nothing is asserted about time. */
function tell(what: string, durationMs: number): void {
  process.stdout.write(`dashboard with 10,000 runs: ${what} ${durationMs.toFixed(0)} ms\n`);
}

/** What a page asks for once more when its stream is open, which on a busy machine is late. */
const asItOpens = ["/v1/events", "/v1/agents", "/v1/scenarios", "/v1/statuses", "/v1/session", "/v1/activity"];

/** What is asked from now on; gives it and listens no more. */
function questionsOf(page: Page): () => readonly string[] {
  const asked: string[] = [];
  const listen = (request: Request) => void asked.push(new URL(request.url()).pathname);
  page.on("request", listen);
  return () => {
    page.off("request", listen);
    return asked;
  };
}

test("the first rows, a filter and an order come from the database, not from what is loaded", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs?workspace=shop`);
  await page.locator("tbody tr").first().waitFor();
  tell("first rows after", await page.evaluate(() => performance.now()));
  await page.locator("option", { hasText: "codex" }).waitFor({ state: "attached" });
  for (const [label, choice, shown] of [
    ["Status", "failed", "✕ failed"],
    ["Agent", "codex", "codex"],
    ["Order", "result", "99"],
  ] as const) {
    const questions = questionsOf(page);
    const askedMs = performance.now();
    await page.getByRole("combobox", { name: label }).selectOption(choice);
    await page.locator("table.runs[aria-busy='false'] tbody tr").first().getByText(shown).waitFor();
    tell(`${label} changed after`, performance.now() - askedMs);
    // Twice where the page has just heard that something may have changed.
    expect(new Set(questions().filter((path) => !asItOpens.includes(path)))).toEqual(new Set(["/v1/runs"]));
  }
  expect(wrongs).toEqual([]);
});

test("one scrolls through ten thousand runs, and a few dozen rows are laid out at a time", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs?workspace=shop`);
  await page.locator("tbody tr").first().waitFor();
  const startedMs = performance.now();
  const seen = await page.evaluate(async () => {
    const end = document.querySelector(".list-end");
    let most = 0;
    let frames = 0;
    while (!(document.querySelector(".list-end") ?? end)?.textContent.includes("in total")) {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
      await new Promise(requestAnimationFrame);
      frames += 1;
      most = Math.max(most, document.querySelectorAll("tbody tr").length);
    }
    return { most, frames, end: document.querySelector(".list-end")?.textContent };
  });
  const durationMs = performance.now() - startedMs;
  tell(`scrolled to the end (${(seen.frames / (durationMs / 1000)).toFixed(0)} frames a second) in`, durationMs);
  expect(seen.end).toBe("10000 runs in total.");
  expect(seen.most).toBeLessThan(150);
  expect(wrongs).toEqual([]);
});

test("the script is below 200 KB compressed", () => {
  expect(gzipSync(readFileSync(script)).byteLength).toBeLessThan(200_000);
});
