import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../../src/core/report.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { useDashboardBrowser } from "./dashboard-world.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const cli = join(root, "dist/cli.js");
const open = useDashboardBrowser();

let folder: string;
let server: ChildProcess;
/** With the token of the server, and without it. */
let link: string;
let address: string;
let detail: RunDetail;
/** Of a run that nobody has looked at yet. */
let unread: Report["results"][number];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "axis-local-run-"));
  cpSync(join(root, "examples/hello"), folder, { recursive: true });
  const run = spawnSync(process.execPath, [cli, "run"], { cwd: folder, encoding: "utf8" });
  const [, reportFolder = ""] = /^Files +(\S+)$/m.exec(run.stdout) ?? [];
  const reportFile = join(reportFolder, "report.json");
  const report = JSON.parse(readFileSync(join(folder, reportFile), "utf8")) as Report;
  const [first, second] = report.results;
  if (first === undefined || second === undefined) throw new Error(`the sample project did not run: ${run.stderr}`);
  const { file } = first;
  unread = second;
  detail = JSON.parse(readFileSync(join(folder, dirname(reportFile), file), "utf8")) as RunDetail;
  server = spawn(process.execPath, [cli, "serve", "--port", "0"], { cwd: folder });
  link = await new Promise((resolve, reject) => {
    server.stdout?.on("data", (part) => resolve(String(part).trim()));
    server.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
  address = link.replace(/#.*$/s, "");
});
afterAll(async () => {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the link that the server printed, then the page of a run in the same tab. */
async function openRun(runId: string | undefined) {
  const opened = await open(link);
  await opened.page.getByRole("heading", { name: "Reports" }).waitFor();
  await opened.page.goto(`${address}#/runs/${runId}`);
  return opened;
}

test("the address without its token shows nothing but the login", async () => {
  const { page } = await open(address);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.locator("table").count()).toBe(0);
});

test("a run of this project is shown from its report: numbers, transcript, artifact", async () => {
  const { page, wrongs } = await openRun(detail.runId);
  await page.locator("#transcript h2 small", { hasText: /^\d+ steps$/ }).waitFor();
  const figures = await page.locator(".figure strong").allTextContents();
  expect(figures).toEqual([String(detail.score?.axisScore), String(detail.scorecard?.score)]);
  const steps = await page.locator("#transcript .item").count();
  expect(steps).toBe(detail.interactions.length);
  await page.locator("#score summary", { hasText: "Environment" }).click();
  const signal = page.locator("#score .branch .branch summary").first();
  expect(await signal.textContent()).toContain("weight 0.7");
  await page.locator("#artifacts > details > summary").click();
  await page.locator("#artifacts .artifacts summary").first().click();
  await page.locator("#artifacts pre").first().waitFor();
  expect(await page.locator("#artifacts pre").first().textContent()).toContain("price * quantity");
  expect(wrongs).toEqual([]);
});

test("a report that was deleted leaves the run and its card, and the page says what is gone", async () => {
  rmSync(join(folder, ".axis/reports"), { recursive: true, force: true });
  const { page, wrongs } = await openRun(unread.runId);
  await page.getByText("The transcript and files were deleted; the AXIS Result and the scorecard are kept.").waitFor();
  await expect.poll(() => page.locator(".figure strong").allTextContents()).toEqual([String(unread.scorecard?.score)]);
  expect(wrongs).toEqual([]);
});
