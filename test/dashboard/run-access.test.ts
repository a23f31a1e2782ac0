import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "../browser/axe.ts";
import { carded } from "../browser/sample-card.ts";
import { samplePatch, samplePatchText } from "../browser/sample-patch.ts";
import { calls, sampleRun } from "../browser/sample-run.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { addEntries, begunRun, recordedRun, storeStages } from "./recorded-run.ts";

const open = useDashboardBrowser();

let served: DashboardWorld;
const ids = { one: "", two: "", running: "" };

beforeAll(async () => {
  served = await openDashboard();
  const { world } = served;
  const artifacts = [{ path: "out/notes.txt", size: 12, mimeType: "text/plain", file: "notes.txt" }];
  const detail = carded(await sampleRun(calls(30), { artifacts, setupOutput: "# Note\n\n- one", patch: samplePatch }));
  ids.one = await recordedRun(world, detail, { "notes.txt": "hello", [samplePatch.file]: samplePatchText });
  ids.two = await recordedRun(world, carded(await sampleRun(calls(22), { agentName: "codex" })));
  ids.running = await begunRun(world, detail);
  await storeStages(world, ids.running, detail);
  await addEntries(world, ids.running, { first: 0, entries: calls(4) });
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

/** The views by address, and what is there when they are. */
const views: readonly (readonly [string, () => string, string])[] = [
  ["a run at one of its steps", () => `runs/${ids.one}/step/3`, ".item.open"],
  ["a run that goes on", () => `runs/${ids.running}`, "#transcript .item"],
  ["two runs", () => `compare/${ids.one}/${ids.two}`, "#calls"],
  ["two runs by their numbers", () => `compare/${ids.one}/${ids.running}`, "#numbers"],
  ["a run that is not there", () => "runs/run_00000000000000000000000000", ".state.failure"],
];

for (const colorScheme of ["light", "dark"] as const)
  test.each(views)(`axe finds nothing wrong with %s, ${colorScheme}`, async (_name, hash, ready) => {
    // The tester itself is a script that the server's policy would not let in.
    const { page } = await open(`${served.address}#/${hash()}`, { colorScheme, bypassCSP: true });
    await page.locator(ready).first().waitFor();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    expect(await violations(page)).toEqual([]);
  });

for (const width of [320, 375, 2560])
  test.each(views)(`at ${width} pixels %s does not run out of the window`, async (_name, hash, ready) => {
    const { page } = await open(`${served.address}#/${hash()}`, { viewport: { width, height: 800 } });
    await page.locator(ready).first().waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

test("a run is walked through by keyboard alone: into a step and out, and to another run beside it", async () => {
  const { page } = await open(`${served.address}#/runs/${ids.two}`);
  await page.locator("#transcript .item").first().waitFor();
  await page.getByLabel("Find in this run").focus();
  await page.keyboard.type("step-7");
  await page.getByText("1 of 1", { exact: true }).waitFor();
  // Whoever types slowly has opened a step for the first letters too.
  const found = page.locator(".item.open", { hasText: "make step-7" });
  await found.locator(".item-open").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => found.count()).toBe(0);
  await page.locator(".others .chip.compare").focus();
  await page.keyboard.press("Enter");
  await page.locator(".compare h1").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
});
