/** Holds that every finished report says what to fix: after a run, an interruption, a resume and a rescore. */
import { expect, test } from "vitest";
import type { EntryInput } from "../core/entry.ts";
import { defaultWeights } from "../core/score/weights.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { memoryStore } from "../store/memory.ts";
import { fakeAgent } from "../testing/fake-agent.ts";
import { samplePlan, sampleScenario } from "../testing/sample-plan.ts";
import { evaluate } from "./evaluate.ts";
import { computeFixes } from "./report-fixes.ts";
import { rescore } from "./rescore.ts";

/** Searches the docs, which refuse, and gives up without the word that the check wants. */
const refused: EntryInput[] = [
  { type: "tool_use", id: "1", tool: "mcp__acme__search_docs", input: { query: "refund" } },
  { type: "tool_result", id: "1", output: "429 Too Many Requests: try again later", isError: true },
  { type: "tool_use", id: "2", tool: "Bash", input: { command: "npx -y acme@2 deploy --preview" } },
  { type: "tool_result", id: "2", output: "error: unknown option '--preview'", exitCode: 2 },
  { type: "assistant", text: "The docs refused me." },
];

const failing = fakeAgent({ name: "failing", entries: refused });
const scenarios = [sampleScenario({ key: "one" }), sampleScenario({ key: "two" })];

const makePlan = () => samplePlan({ scenarios, agents: [failing], judge: rulesJudge, trials: 2 });

const deps = {
  judges: { goal: rulesJudge, environment: rulesJudge, service: rulesJudge, agent: rulesJudge },
  weights: defaultWeights,
  judging: { retries: 0, timeoutMs: 1000 },
  abort: new AbortController().signal,
  now: () => new Date(0),
};

async function readDetails(store: ReturnType<typeof memoryStore>, report: Awaited<ReturnType<typeof evaluate>>) {
  const files = report.results.flatMap(({ file, trials }) => trials?.map((trial) => trial.file) ?? [file]);
  return await Promise.all(files.map((file) => store.readDetail(report.reportId, file)));
}

test("a finished report says what to fix, and the stored one says the same", async () => {
  const store = memoryStore();
  const report = await evaluate(makePlan(), { store });
  expect(report.fixes?.map(({ title, runs }) => [title, runs.length])).toEqual([
    ["acme.search_docs answers 429 Too Many Requests", 4],
    ["acme deploy ends with exit code 2: unknown option '--preview'", 4],
    ["Does not hold: It is done", 4],
  ]);
  expect(report.fixSummary).toMatchObject({ runs: 4, inProgressRuns: 0, unlisted: {} });
  const stored = await store.readReport(report.reportId);
  expect(stored.fixes).toEqual(report.fixes);
  expect(stored.fixSummary).toEqual(report.fixSummary);
});

test("a rescore computes it again, and so does whoever reads the stored runs", async () => {
  const store = memoryStore();
  const report = await evaluate(makePlan(), { store });
  const details = await readDetails(store, report);
  const again = await rescore({ details }, { ...deps, store });
  expect(again.fixes).toEqual(report.fixes);
  const { fixes: _fixes, fixSummary: _summary, ...older } = report;
  expect(await computeFixes(older, details.toReversed())).toMatchObject({
    fixes: report.fixes,
    fixSummary: report.fixSummary,
  });
});

test("an interrupted report adds up the runs that ended, and a resumed one all of them", async () => {
  const store = memoryStore();
  const stop = new AbortController();
  const plan = { ...makePlan(), concurrency: 1 };
  const cutOff = await evaluate(plan, {
    store,
    abort: stop.signal,
    onEvent: (event) => {
      if (event.type === "result-end") stop.abort();
    },
  });
  expect(cutOff).toMatchObject({ state: "aborted", fixSummary: { runs: 1 } });
  expect(cutOff.fixes?.[0]?.runs).toHaveLength(1);
  await using handle = await store.resumeReport(cutOff.reportId);
  const resumed = await evaluate(plan, { store, handle });
  expect(resumed).toMatchObject({ state: "complete", fixSummary: { runs: 4 } });
  expect(resumed.fixes?.[0]?.runs).toHaveLength(4);
});

test("a report that is not scored says nothing about it", async () => {
  const report = await evaluate({ ...makePlan(), weights: null }, { store: memoryStore() });
  expect(report).not.toHaveProperty("fixes");
});

test("a report without a failure has nothing to fix", async () => {
  const entries: EntryInput[] = [
    { type: "tool_use", id: "1", tool: "Bash", input: { command: "npm test" } },
    { type: "tool_result", id: "1", output: "ok", exitCode: 0 },
    { type: "assistant", text: "It is done." },
  ];
  const agent = fakeAgent({ name: "good", entries });
  const report = await evaluate(samplePlan({ scenarios, agents: [agent], judge: rulesJudge }), {
    store: memoryStore(),
  });
  expect(report).toMatchObject({ fixes: [], fixSummary: { runs: 2, owners: [], unlisted: {} } });
});
