/** A long transcript, served: shown from its first rows on, scrolled and searched to its end. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "../../src/server/listen.ts";
import { createViewApp } from "../../src/server/view/view-app.ts";
import { useBrowser } from "./browser-test.ts";
import { reportOf } from "./sample-page.ts";
import { calls, sampleRun } from "./sample-run.ts";

const open = useBrowser();
const folder = mkdtempSync(join(tmpdir(), "axis-view-large-"));
let served: Listening;
let runId: string;

beforeAll(async () => {
  const run = await sampleRun(calls(50_000));
  ({ runId } = run);
  const write = (path: string, content: unknown) => {
    const place = join(folder, ".axis", "reports", "large", path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, JSON.stringify(content));
  };
  write("report.json", { ...reportOf([run]), reportId: "large" });
  write(run.file, run);
  const app = await createViewApp({ configDir: folder, project: "large", onDefect: () => {} });
  served = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const address = () => `http://127.0.0.1:${served.port}/reports/large/#/run/0/${runId}`;

test("100,000 entries come part by part, are laid out only where one looks, and are found to the last", async () => {
  const { page, wrongs } = await open(address());
  await page.locator(".transcript .item").first().waitFor();
  await page.getByText("50000 steps", { exact: true }).waitFor();
  expect(await page.locator(".transcript .item").count()).toBeLessThan(100);
  await page.getByLabel("Find in this run").fill("output of step 49999");
  await page.getByText("1 of 1", { exact: true }).waitFor();
  await page.locator(".item.open", { hasText: "make step-49999" }).waitFor();
  expect(wrongs).toEqual([]);
});
