import { beforeAll, describe, expect, test } from "vitest";
import { useBrowser } from "./browser-test.ts";
import { type WrittenPage, writeSample } from "./sample-page.ts";
import { calls, sampleRun } from "./sample-run.ts";

const open = useBrowser();

describe("100 runs of 300 tool calls", () => {
  let written: WrittenPage;
  beforeAll(async () => {
    const runs = [];
    for (let number = 0; number < 100; number += 1)
      runs.push(
        await sampleRun(calls(300), {
          scenarioKey: `suite-${number % 25}`,
          agentName: `agent-${Math.floor(number / 25)}`,
        }),
      );
    written = await writeSample(runs);
  });

  test("are one file of at most 15 MB", () => {
    expect(written.bytes).toBeLessThanOrEqual(15_000_000);
  });

  test("are all in the table, and each opens", async () => {
    const { page, wrongs } = await open(`${written.address}#/?view=table`);
    await expect.poll(() => page.locator("table.results tbody tr").count()).toBe(100);
    await page.locator("table.results tbody a").last().click();
    await page.getByText("300 steps", { exact: true }).waitFor();
    expect(wrongs).toEqual([]);
  });
});

describe("a transcript of 100,000 entries", () => {
  let written: WrittenPage;
  let runId: string;
  beforeAll(async () => {
    const run = await sampleRun(calls(50_000));
    ({ runId } = run);
    written = await writeSample([run]);
  });

  test("is laid out only where one looks, from the first row to the last", async () => {
    const { page, wrongs } = await open(`${written.address}#/run/0/${runId}`);
    await page.getByText("50000 steps", { exact: true }).waitFor();
    expect(await page.locator(".transcript .item").count()).toBeLessThan(200);
    // Heights are known only of rows that were seen, so the end moves while one gets there.
    const lastRows = () =>
      page.locator(".transcript > div").evaluate((list) => {
        list.lastElementChild?.scrollIntoView({ block: "end", behavior: "instant" });
        return list.textContent.includes("#50000");
      });
    await expect.poll(lastRows).toBe(true);
    await expect.poll(() => page.locator(".transcript .item").count()).toBeLessThan(200);
    expect(wrongs).toEqual([]);
  });

  test("is searched through to its end while the page goes on answering", async () => {
    const { page } = await open(`${written.address}#/run/0/${runId}`);
    await page.getByText("50000 steps", { exact: true }).waitFor();
    // A clock in the page: it stands still while the page cannot answer.
    await page.evaluate(() => {
      const longest = { gap: 0, last: performance.now() };
      Object.assign(window, { longest });
      setInterval(() => {
        longest.gap = Math.max(longest.gap, performance.now() - longest.last);
        longest.last = performance.now();
      }, 10);
    });
    await page.getByLabel("Find in this run").fill("output of step 49999");
    await page.getByText("1 of 1", { exact: true }).waitFor();
    await page.locator(".item.open", { hasText: "make step-49999" }).waitFor();
    const searched = await page.evaluate(() => (window as unknown as { longest: { gap: number } }).longest.gap);
    process.stdout.write(`longest stretch without an answer while searching: ${Math.round(searched)} ms\n`);
  });
});
