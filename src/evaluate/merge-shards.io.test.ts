/** Holds that a merged report is the report of the whole plan: the same runs in shards, and merged, give every number again. */
import { expect, test } from "vitest";
import { cellId } from "../core/cell.ts";
import type { EntryInput } from "../core/entry.ts";
import type { Plan } from "../core/plan.ts";
import { planDocument } from "../core/plan/plan-document.ts";
import { type PlannedShard, takeShard } from "../core/plan/shard.ts";
import type { Report } from "../core/report.ts";
import { resolveStoppingRule } from "../core/report/verdict.ts";
import type { JournalStep, Store } from "../core/store.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { memoryStore } from "../store/memory.ts";
import { fakeAgent } from "../testing/fake-agent.ts";
import { samplePlan, sampleScenario } from "../testing/sample-plan.ts";
import { evaluate } from "./evaluate.ts";
import { mergeShards, type MergeRequest, type StoredShard } from "./merge-shards.ts";

const refused: EntryInput[] = [
  { type: "tool_use", id: "1", tool: "mcp__acme__search_docs", input: { query: "refund" } },
  { type: "tool_result", id: "1", output: "429 Too Many Requests: try again later", isError: true },
  { type: "assistant", text: "The docs refused me." },
];
const makeAgents = () => {
  let turn = 0;
  const good = fakeAgent({
    name: "good",
    usage: { input: 10, output: 5 },
    entries: [{ type: "assistant", text: "done" }],
  });
  const flaky = fakeAgent({
    name: "flaky",
    usage: { input: 40, output: 2 },
    entries: () => [...refused, { type: "assistant", text: (turn += 1) % 2 === 0 ? "done" : "no" }],
  });
  return [good, flaky];
};
// The last one cannot be set up: its runs are errors of the infrastructure.
const scenarios = ["one", "two", "three", "four"].map((key) =>
  sampleScenario({ key, ...(key === "four" && { setup: [{ action: "run_script" as const, command: "exit 1" }] }) }),
);
/** Errors never decide a result, so a plan that stops once it is decided goes without them. */
function makePlan(trials: number, overrides: Partial<Plan> = {}) {
  const usable = overrides.until === undefined ? scenarios : scenarios.slice(0, 3);
  return samplePlan({ scenarios: usable, agents: makeAgents(), judge: rulesJudge, trials, overrides });
}

interface Whole {
  readonly plan: Plan;
  readonly store: Store;
  readonly report: Report;
  readonly steps: readonly JournalStep[];
}

/** The runs of the whole plan, made once. */
async function runWhole(plan: Plan): Promise<Whole> {
  const store = memoryStore();
  const report = await evaluate(plan, { store });
  await using handle = await store.resumeReport(report.reportId);
  return { plan, store, report, steps: [...handle.steps] };
}

/** What a shard would have stored, had it made exactly these runs. */
function toShard({ plan, store, report, steps }: Whole, number: number, count: number): StoredShard {
  const part = planDocument(takeShard(plan, { number, count }));
  const own = new Set(part.cells.map(cellId));
  return {
    report,
    plan: { ...part, shard: part.shard as PlannedShard },
    steps: steps.filter(({ data }) => !("cell" in data) || own.has(cellId(data.cell))),
    readDetail: (file) => store.readDetail(report.reportId, file),
    copyRuns: () => Promise.reject(new Error("a store without folders has nothing to copy")),
  };
}

/** Shards that are given, in order; at least the first exists. */
const toShards = (whole: Whole, count: number, numbers = Array.from({ length: count }, (_, index) => index + 1)) =>
  numbers.map((number) => toShard(whole, number, count)) as unknown as MergeRequest["shards"];
const merge = (shards: MergeRequest["shards"], more: Partial<MergeRequest> = {}, store = memoryStore()) =>
  mergeShards({ shards, onWarning: () => {}, ...more }, { store, now: () => new Date(0) });

/** All but the name and the times of a report. */
function numbersOf({ reportId: _id, timestamp: _when, durationMs: _long, shards: _shards, ...rest }: Report) {
  return rest;
}

test.each([
  ["one trial", 1, {}],
  ["several trials", 3, {}],
  ["trials that stop once they decide", 12, { until: "decided" }],
  ["nothing scored", 2, { weights: null }],
  ["a gate", 1, { gate: { minPassRate: "all", failUnder: 90 } }],
] as const)(
  "%s: merged from any number of shards, the report is the one of the whole plan",
  async (_, trials, overrides) => {
    const whole = await runWhole(makePlan(trials, overrides));
    for (const count of [1, 2, 3, 8, 20]) {
      const stopping = whole.plan.until === undefined ? undefined : resolveStoppingRule();
      const merged = await merge(toShards(whole, count), { stopping });
      expect(numbersOf(merged)).toEqual(numbersOf(whole.report));
      expect(merged.shards).toMatchObject({ count, missing: [] });
    }
  },
);

test("the results of a missing shard are not run, and the report says which shard is missing", async () => {
  const whole = await runWhole(makePlan(2));
  const merged = await merge(toShards(whole, 3, [1, 3]));
  expect(merged.summary).toMatchObject({ total: 8, statuses: { runs: { "not run": 6 }, results: { "not run": 3 } } });
  expect(merged.verdict).toMatchObject({ verdict: "INCOMPLETE", ok: false });
  expect(merged.verdict?.reasons.slice(0, 2)).toEqual([
    expect.stringContaining("10 of 16 runs finished"),
    "shard 2 of 3 is missing",
  ]);
});

test("if shards may be missing, the others are the whole report", async () => {
  const whole = await runWhole(makePlan(1));
  const merged = await merge(toShards(whole, 3, [1, 3]), { allowMissing: true });
  expect(merged.summary).toMatchObject({ total: 5, statuses: { runs: { "not run": 0 } } });
  expect(merged.shards?.missing).toEqual([2]);
});

test("a missing shard that had nothing to do is missed by nobody", async () => {
  const whole = await runWhole(makePlan(1));
  const numbers = Array.from({ length: 8 }, (_, index) => index + 1);
  const merged = await merge(toShards(whole, 9, numbers));
  expect(merged.verdict).toEqual(whole.report.verdict);
});

test("a run that a killed shard had not scored yet counts as not run", async () => {
  const whole = await runWhole(makePlan(1));
  const [shard] = toShards(whole, 1);
  const last = shard.steps.findLast(({ type }) => type === "judged");
  const steps = shard.steps.filter((step) => step !== last && step.type !== "report-closed");
  const killed = { ...shard, steps, report: { ...shard.report, state: "running" as const, durationMs: null } };
  const merged = await merge([killed]);
  expect([merged.state, merged.durationMs, merged.summary.statuses.runs["not run"]]).toEqual(["aborted", null, 1]);
});

test("the merged journal has every run under its own id, and says which did not take place", async () => {
  const whole = await runWhole(makePlan(1));
  const store = memoryStore();
  const { reportId } = await merge(toShards(whole, 2, [1]), {}, store);
  await using handle = await store.resumeReport(reportId);
  const { plan } = toShard(whole, 1, 2);
  const runs = handle.steps.flatMap((step) => (step.type === "judged" ? [step.data] : []));
  expect(runs.map(({ cell }) => cell)).toEqual(plan.cells);
  expect(runs.every(({ runId }) => JSON.stringify(whole.steps).includes(runId))).toBe(true);
  expect(handle.steps.filter(({ type }) => type === "not-run")).toHaveLength(4);
});
