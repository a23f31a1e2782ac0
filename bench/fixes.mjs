/** What "what to fix" costs a report: beside scoring the same runs, and how much of a run stays in memory until its end. */
import { createJiti } from "jiti";
import { figure, heading, median } from "./figures.mjs";
import { syntheticCalls } from "./synthetic.mjs";

const runs = 100;
const calls = 300;
/** Times that each run is measured; the median counts. */
const rounds = 5;

const source = createJiti(import.meta.url);

export async function fixes() {
  heading(`What to fix: ${runs} runs of ${calls} tool calls each`);
  const { sampleRun } = await source.import("../test/browser/sample-run.ts");
  const { findCauses } = await source.import("../src/judging/fixes/find-causes.ts");
  const { addUpFixes } = await source.import("../src/judging/fixes/add-up.ts");
  const { axisResult } = await source.import("../src/judging/scoring/axis-result.ts");
  const { evidenceFromRun } = await source.import("../src/agents/transcript/gather.ts");
  const { rulesJudge } = await source.import("../src/judging/rules/rules.ts");
  const deps = {
    judges: { goal: rulesJudge, environment: rulesJudge, service: rulesJudge, agent: rulesJudge },
    judging: { retries: 0, timeoutMs: 60_000 },
    abort: new AbortController().signal,
  };
  const kept = [];
  const times = { score: [], find: [] };
  let details = 0;
  for (let number = 0; number < runs; number += 1) {
    const pair = { scenarioKey: `suite/task-${number % 25}`, agentName: `agent-${Math.floor(number / 25)}` };
    const detail = await sampleRun([...syntheticCalls(calls, number + 1)], pair);
    details += JSON.stringify(detail).length;
    const { weights } = detail.score;
    const score = () => axisResult(evidenceFromRun(detail), { ...deps, weights, agentName: detail.agentName });
    times.score.push(await medianMs(score));
    times.find.push(await medianMs(() => findCauses(detail)));
    kept.push(findCauses(detail));
  }
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const report = kept.map(({ scenarioKey, agentName }) => ({ scenarioKey, agentName }));
  const addMs = await medianMs(() => addUpFixes(kept, report));
  const made = addUpFixes(kept, report);
  const note = `scoring them takes ${sum(times.score).toFixed(0)} ms`;
  figure("finding the causes of all runs", sum(times.find), { unit: "ms", note });
  figure("adding them up", addMs, { unit: "ms", note: `${made.fixes.length} fixes` });
  figure("both, as a share of scoring", (sum(times.find) + addMs) / sum(times.score), { unit: "x", most: 0.5 });
  figure("kept of a run until the report ends", JSON.stringify(kept).length / runs / 1e3, {
    unit: "kB",
    most: 50,
    note: `of ${(details / runs / 1e3).toFixed(0)} kB`,
  });
  figure("in report.json", JSON.stringify(made).length / 1e3, { unit: "kB", most: 1000 });
}

async function medianMs(work) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}
