/** Reports that are unlike the usual one: what the page says of them must be what they say. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../src/core/entry.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { formatCost } from "../../src/report/text/format.ts";
import { sparseIndex } from "../../src/agents/transcript/sparse-index.ts";
import { useBrowser } from "./browser-test.ts";
import { writeSample } from "./sample-page.ts";
import { call, calls, sampleRun } from "./sample-run.ts";

const open = useBrowser();

async function openRun(detail: RunDetail, artifacts: Readonly<Record<string, Uint8Array>> = {}) {
  const { address } = await writeSample([detail], {}, artifacts);
  const watched = await open(`${address}#/run/0/${detail.runId}`);
  await watched.page.locator("#how").waitFor();
  // The head of a run stands before its steps have been read.
  await watched.page.locator("#transcript h2 small", { hasText: /^\d+ steps?$/ }).waitFor();
  return watched;
}

test("a run without a step has a goal, no AXIS Result, and the reason", async () => {
  const decided = { index: 0, status: "decided", score: 10, rationale: "exit code 0" } as const;
  const { page } = await openRun(await sampleRun([], { checks: [decided] }));
  const reason = "no step was recorded: only the goal is known";
  expect(await page.locator(".run-head .page-number").textContent()).toContain(reason);
  expect(await page.locator("#score h2").textContent()).toContain(`no sum: ${reason}`);
});

describe("several trials", () => {
  const trials = async () => {
    const runs = [];
    for (const trial of [1, 2, 3, 4])
      runs.push(
        await sampleRun(calls(5), {
          trial,
          totalCostUsd: 0.25,
          checks: [{ index: 0, status: "decided", score: trial > 2 ? 10 : 3, rationale: "exit code 0" }],
        }),
      );
    return runs;
  };

  test("what was spent is the sum of all trials, not of those that stand for their pair", async () => {
    const written = await writeSample(await trials());
    const { page } = await open(written.address);
    const totals = await page.locator(".headline .totals").textContent();
    expect(totals).toContain(formatCost(1));
    expect(totals).toContain("6.2k tokens");
  });

  test("one trial whose cost is unknown is left out, and that is said", async () => {
    const [first, ...others] = await trials();
    const { totalCostUsd: _, ...unknown } = first!;
    const { address } = await writeSample([unknown, ...others]);
    const { page } = await open(address);
    expect(await page.locator(".headline .totals").textContent()).toContain("$0.7500 (known for 3 of 4 runs)");
  });

  test("the mean with its interval, the passes and the chances are there", async () => {
    const written = await writeSample(await trials());
    const { spread, means } = written.report.results[0]!;
    const { page } = await open(`${written.address}#/?view=table`);
    const row = await page.locator("table.results tbody tr").textContent();
    const mean = `mean ${spread?.mean.toFixed(1)} (95 %: `;
    expect(row).toContain(`4 trials, ${spread?.min} to ${spread?.max}${mean}`);
    expect(row).toContain("2 passed, flaky");
    expect(await page.locator("table.results .main .score").first().textContent()).toBe(
      String(Math.round(means.axisScore!)),
    );
    const agents = await page.locator("#statistics tbody").textContent();
    expect(agents).toContain("k 1: 50 %, k 3: 100 %, k 4: 100 %");
    expect(agents).toContain("on these scenarios");
    await page.locator("table.results tbody a").first().click();
    await page.locator("#how").waitFor();
    expect(await page.locator(".run-head").textContent()).toContain(
      "flaky; one of k passes: k 3 100 %, k 4 100 %; all k pass: k 3 0 %, k 4 0 %.",
    );
  });
});

test("a rehearsal says that its numbers measure no agent", async () => {
  const script = { file: "scripts/easy.json", sha256: "0" };
  const { address } = await writeSample([await sampleRun(calls(3))], { scripted: true, script });
  const { page } = await open(address);
  await page.getByText("Rehearsal: the script scripts/easy.json answered instead of models").waitFor();
});

test("where the goal is unknown no sum of the rest is shown in its place", async () => {
  const checks = [
    { check: "one", weight: 1, verify: "true" },
    { check: "two", weight: 1 },
  ];
  const { page } = await openRun(await sampleRun(calls(3), { judge: checks }));
  expect(await page.locator("#score h2").textContent()).toContain("no sum: Goal unknown");
  expect(await page.locator("#score").textContent()).not.toContain("weight 0 here");
});

test("the sparse index is the one that judges read", async () => {
  const detail = await sampleRun([
    { type: "assistant", timestamp: null, text: "Grüße 😀" },
    ...call(1, "é".repeat(700)),
  ]);
  const { page } = await openRun(detail);
  await page.locator("#sparse-index summary").click();
  expect(await page.locator("#sparse-index pre").textContent()).toBe(sparseIndex(detail.interactions, detail));
});

test("a step within a step says which one, and stands further in", async () => {
  const inner = call(2).map((entry) => (entry.type === "tool_use" ? { ...entry, parentId: "c1" } : entry)) as Entry[];
  const { page } = await openRun(await sampleRun([...call(1), ...inner]));
  const [outer, within] = await page.locator(".transcript .item-text").all();
  expect(await within?.textContent()).toBe("within #1 $ make step-2 exit code 0");
  expect(await outer?.textContent()).toBe("$ make step-1 exit code 0");
});

test("a place that a search finds far behind is shown, not only its row", async () => {
  const { page } = await openRun(await sampleRun([...call(1, `${"dull ".repeat(4000)}needle in it`)]));
  await page.getByLabel("Find in this run").fill("needle in it");
  await page.getByText("1 of 1", { exact: true }).waitFor();
  await expect.poll(() => page.locator(".item.open mark").allTextContents()).toEqual(["needle in it"]);
});

test("a judge says its model, its price, its members and where they were apart; a grade what it rests on", async () => {
  const run = await sampleRun(calls(3));
  const judge = { kind: "model", name: "panel-of-two", attempts: 1, costUsd: 0.5 } as const;
  const member = { ...judge, name: "m1", model: "large-3", costUsd: null };
  const score = run.score!;
  const criteria = score.goalAchievement.criteria.map((each) => ({ ...each, cites: [2, "out/log.txt"] }));
  const { page } = await openRun({
    ...run,
    score: {
      ...score,
      goalAchievement: { ...score.goalAchievement, criteria },
      judging: {
        ...score.judging,
        goal: { ...judge, members: [member], goals: [40, 60], disagreement: { on: "check 1", low: 4, high: 6 } },
      },
    },
  });
  const branch = await page.locator(".tree > details").first().textContent();
  expect(branch).toContain("Judged by panel-of-two (model), at the first attempt, $0.5000.");
  expect(branch).toContain("Goal by answer: 40, 60. Largest disagreement on check 1: 4 to 6.");
  expect(branch).toContain("m1 (model), model large-3, at the first attempt, cost unknown");
  expect(await page.locator("#criteria").textContent()).toContain("rests on #2 out/log.txt");
});

test("50 files stand in their folders, and what is not in this file says where it is", async () => {
  const artifacts = Array.from({ length: 50 }, (_, number) => ({
    path: `out/part-${number % 5}/file ${number}.txt`,
    size: number,
    mimeType: "text/plain",
    file: `artifacts/${number}`,
  }));
  const { page } = await openRun(await sampleRun([], { artifacts }), { "artifacts/7": new Uint8Array([104, 105]) });
  await page.locator("#artifacts > details > summary").click();
  expect(await page.locator("#artifacts h3").allTextContents()).toEqual(
    [0, 1, 2, 3, 4].map((part) => `out/part-${part}/ 10`),
  );
  await page.locator("#artifacts .artifacts summary", { hasText: "file 7.txt" }).click();
  await expect.poll(() => page.locator("#artifacts pre").textContent()).toBe("hi");
  expect(await page.locator("#artifacts .artifacts details", { hasText: "file 8.txt" }).textContent()).toContain(
    "Not in this file; the report's folder has it: artifacts/8",
  );
});

test("20 agents with names of 200 characters that differ at the end can be told apart", async () => {
  const runs = [];
  for (let number = 0; number < 20; number += 1)
    runs.push(
      await sampleRun(calls(1), {
        agentName: `${"y".repeat(190)}-${number}`,
        runId: `run_${number}`,
        file: `${number}`,
      }),
    );
  const { address } = await writeSample(runs);
  const { page, wrongs } = await open(address);
  await page.locator("table.matrix").waitFor();
  const heads = await page.locator("table.matrix thead th").allTextContents();
  expect(new Set(heads.slice(1, 21)).size).toBe(20);
  expect(new Set(await page.locator(".choice", { hasText: "Agent" }).locator("option").allTextContents()).size).toBe(
    21,
  );
  expect(wrongs).toEqual([]);
});

test("text from right to left stays in its place, and numbers beside it in theirs", async () => {
  const arabic = "مرحبا 12";
  const { page } = await openRun(await sampleRun(calls(1), { judge: [{ check: arabic, weight: 1, verify: "true" }] }));
  const check = page.locator("#criteria .check bdi");
  expect(await check.textContent()).toBe(arabic);
  const grade = (await page.locator("#criteria .grade").boundingBox())!;
  expect(grade.x).toBeGreaterThan((await check.boundingBox())!.x);
});
