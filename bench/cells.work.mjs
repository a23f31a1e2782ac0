/**
 * Evaluates cells in this process and prints what that took, as JSON.
 * Arguments: a folder for the report, the number of cells, tool calls per cell (0: the agent only answers), "none" for
 * a report without its page.
 */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { door } from "./doors.mjs";
import { syntheticCalls } from "./synthetic.mjs";

const [folder, ...given] = process.argv.slice(2);
const [cells, calls] = given.slice(0, 2).map(Number);
const { evaluate, fileStore, rulesJudge } = await door("index");
const { fakeAgent, samplePlan, sampleScenario } = await door("testing");

/** Five trials by two agents of every scenario, as a suite may have. */
const trials = 5;
const agents = ["first", "second"];

const plan = planOf(cells);
const before = memory();
let after = before;
let measuringMs = 0;
/** When each cell was finished. */
const finished = [];
const began = performance.now();
const report = await evaluate(plan, {
  store: fileStore({
    configDir: mkdtempSync(join(folder, "cells-")),
    redact: (text) => text,
    now: () => new Date(),
    onWarning: (message) => console.error(message),
  }),
  env: { PATH: process.env.PATH },
  page: given[2] !== "none",
  onEvent({ type }) {
    if (type === "result-end") finished.push(performance.now() - began);
    if (type !== "report-end") return;
    // At this moment everything that grew with the cells is still there.
    const start = performance.now();
    after = memory();
    measuringMs = performance.now() - start;
  },
});
const ms = performance.now() - began - measuringMs;
if (report.summary.classes.completed !== cells) throw new Error(`Not all completed: ${JSON.stringify(report.summary)}`);
const fifth = Math.floor(cells / 5);
const [firstMs, lastMs] = [finished[fifth - 1], finished.at(-1) - finished.at(-1 - fifth)];
console.log(JSON.stringify({ ms, firstMs, lastMs, before, after, peakRssMb: process.resourceUsage().maxRSS / 1024 }));

function planOf(count) {
  const number = count / (agents.length * trials);
  const scenarios = Array.from({ length: number }, (_, index) => sampleScenario({ key: `scenario-${index}` }));
  return samplePlan({ scenarios, agents: agents.map(agentOf), judge: rulesJudge, trials });
}

function agentOf(name) {
  if (calls === 0) return fakeAgent({ name, entries: [{ type: "assistant", text: "done" }] });
  return fakeAgent({
    name,
    outcome: { status: "completed", result: "done" },
    act(task, io) {
      for (const entry of syntheticCalls(calls, seedOf(task))) {
        io.raw(JSON.stringify(entry));
        io.emit(entry);
      }
    },
  });
}

function seedOf({ scenarioKey, trial }) {
  return Number(scenarioKey.split("-")[1]) * trials + trial;
}

/** In bytes, after everything that can go has gone. */
function memory() {
  for (let round = 0; round < 4; round += 1) globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, rss };
}
