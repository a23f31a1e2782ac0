/** Holds that a program that scores runs again gets the page of the new report, as one that evaluates does. Needs the built template, as every page does. */
import { existsSync, mkdirSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultWeights } from "../core/score/weights.ts";
import type { Store } from "../core/store.ts";
import { evaluate } from "./evaluate.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { rescore, type RescoreRequest } from "./rescore.ts";
import { fileStore } from "../store/files.ts";
import { memoryStore } from "../store/memory.ts";
import { fakeAgent } from "../testing/fake-agent.ts";
import { samplePlan, sampleScenario } from "../testing/sample-plan.ts";

let configDir: string;
beforeAll(async () => void (configDir = await mkdtemp(join(tmpdir(), "axis-rescored-page-"))));
afterAll(() => rm(configDir, { recursive: true, force: true }));

const agent = fakeAgent({ name: "good", outcome: { status: "completed", result: "done" } });
const plan = samplePlan({ scenarios: [sampleScenario()], agents: [agent], judge: rulesJudge });
const judges = { goal: rulesJudge, environment: rulesJudge, service: rulesJudge, agent: rulesJudge };

/** A run that is stored and scored again, and what was told of its page. */
async function rescored(request: Partial<RescoreRequest> = {}, store: Store = fileStore({ configDir })) {
  const { reportId, results } = await evaluate(plan, { store, page: false });
  const detail = await store.readDetail(reportId, results[0]?.file ?? "");
  const told: { pages: string[]; warnings: string[] } = { pages: [], warnings: [] };
  const report = await rescore(
    {
      details: [detail],
      onPage: (file) => void told.pages.push(file),
      onWarning: (message) => void told.warnings.push(message),
      ...request,
    },
    {
      judges,
      weights: defaultWeights,
      judging: { retries: 0, timeoutMs: 1000 },
      abort: new AbortController().signal,
      now: () => new Date(),
      store,
    },
  );
  return { ...told, folder: join(configDir, ".axis/reports", report.reportId) };
}

test("report.html lies beside report.json, whole, and its place is told once", async () => {
  const { pages, warnings, folder } = await rescored();
  expect([pages, warnings]).toEqual([[join(folder, "report.html")], []]);
  expect((await readFile(join(folder, "report.html"), "utf8")).trimEnd()).toMatch(/<\/html>$/);
  expect(await readdir(folder)).toContain("report.json");
});

test("it can be left out, and a store without folders has none", async () => {
  const { pages, folder } = await rescored({ page: false });
  expect([pages, existsSync(join(folder, "report.html"))]).toEqual([[], false]);
  expect((await rescored({}, memoryStore())).pages).toEqual([]);
});

test("a page that cannot be written is a warning, and the report is whole", async () => {
  const { pages, warnings, folder } = await rescored({
    finalise: (report) => {
      mkdirSync(join(configDir, ".axis/reports", report.reportId, "report.html/taken"), { recursive: true });
      return report;
    },
  });
  expect([pages, warnings]).toEqual([[], [expect.stringContaining("report.html was not written")]]);
  expect(JSON.parse(await readFile(join(folder, "report.json"), "utf8"))).toHaveProperty("state", "complete");
});
