import { expect, test } from "vitest";
import { cellId } from "../core/cell.ts";
import { Stop } from "../core/outcome.ts";
import type { AxisEvent } from "../core/run/event.ts";
import type { RunHost } from "../core/run/run-host.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { memoryStore } from "../store/memory.ts";
import { fakeAgent } from "../testing/fake-agent.ts";
import { samplePlan, sampleScenario } from "../testing/sample-plan.ts";
import { evaluate } from "./evaluate.ts";

const agent = fakeAgent({ name: "maker", entries: [{ type: "assistant", text: "done" }] });
const planTrials = (trials: number) => ({
  ...samplePlan({ scenarios: [sampleScenario()], agents: [agent], judge: rulesJudge, trials }),
  concurrency: 1,
});

/** Names runs after their trial and lets everything start, unless replaced. */
function hostWith(run: RunHost["run"] = (_job, work) => work(new AbortController().signal)): RunHost {
  return { runId: ({ trial }) => `run_${trial}`, run };
}

test("runs have the ids of the host, and one sample of the usual time each", async () => {
  const store = memoryStore();
  const report = await evaluate(planTrials(2), { store, host: hostWith(), env: {} });
  expect(report.results[0]?.trials?.map(({ runId }) => runId)).toEqual(["run_1", "run_2"]);
  expect((await store.readRunLines()).map(({ run_id }) => run_id).toSorted()).toEqual(["run_1", "run_2"]);
});

test("a run that the host does not let start is not run, and the report is complete", async () => {
  const host = hostWith(async (job, work) =>
    job.cell.trial === 1 ? new Stop("user", "run", "the run was cancelled") : await work(new AbortController().signal),
  );
  const report = await evaluate(planTrials(2), { store: memoryStore(), host, env: {} });
  expect(report.state).toBe("complete");
  expect(report.results[0]?.trials?.map(({ outcomeClass, runId }) => [outcomeClass, runId])).toEqual([
    ["notRun", "run_1"],
    ["completed", "run_2"],
  ]);
});

test("the signal of one run stops that run alone", async () => {
  const cancelled = AbortSignal.abort(new Stop("user", "run", "the run was cancelled"));
  const host = hostWith((job, work) => work(job.cell.trial === 1 ? cancelled : new AbortController().signal));
  const report = await evaluate(planTrials(2), { store: memoryStore(), host, env: {} });
  expect(report.state).toBe("complete");
  expect(report.results[0]?.trials?.map(({ outcomeClass }) => outcomeClass)).toEqual(["notRun", "completed"]);
});

test("each result is announced within the slot of its run", async () => {
  const ended = new Set<string>();
  const late: string[] = [];
  const host = hostWith(async (job, work) => {
    const result = await work(new AbortController().signal);
    if (!ended.has(cellId(job.cell))) late.push(cellId(job.cell));
    return result;
  });
  const onEvent = (event: AxisEvent) => void (event.type === "result-end" && ended.add(cellId(event.cell)));
  await evaluate(planTrials(3), { store: memoryStore(), host, env: {}, onEvent });
  expect([ended.size, late]).toEqual([3, []]);
});
