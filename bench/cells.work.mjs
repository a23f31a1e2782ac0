/**
 * Evaluates cells in this process and prints what they took.
 * Arguments: number of cells, tool calls per cell (0: an agent that only answers).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { door } from "./doors.mjs";
import { syntheticCalls } from "./synthetic.mjs";

const [cells, calls] = process.argv.slice(2).map(Number);
const { evaluate, fileStore, rulesJudge } = await door("index");
const { fakeAgent, samplePlan, sampleScenario } = await door("testing");

/** Five trials by two agents of every scenario, as a suite has. */
const trials = 5;
const folder = mkdtempSync(join(tmpdir(), "axis-bench-cells-"));
try {
  const before = memory();
  let after = before;
  const began = performance.now();
  const report = await evaluate(planOf(cells), {
    store: fileStore({ configDir: folder, redact: (text) => text, now: () => new Date(), onWarning() {} }),
    env: { PATH: process.env.PATH },
    // At this moment everything that grew with the cells is still there.
    onEvent: ({ type }) => type === "report-end" && (after = memory()),
  });
  const ms = performance.now() - began;
  if (report.summary.classes.completed !== cells)
    throw new Error(`Not all cells completed: ${JSON.stringify(report.summary)}`);
  console.log(JSON.stringify({ ms, before, after, peakRssMb: process.resourceUsage().maxRSS / 1024 }));
} finally {
  if (process.env.AXIS_BENCH_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
}

function planOf(count) {
  const scenarios = Array.from({ length: count / (2 * trials) }, (_, index) =>
    sampleScenario({ key: `scenario-${index}` }),
  );
  return samplePlan({ scenarios, agents: ["first", "second"].map(agentOf), judge: rulesJudge, trials });
}

function agentOf(name) {
  if (calls === 0) return fakeAgent({ name, entries: [{ type: "assistant", text: "done" }] });
  return fakeAgent({
    name,
    act(task, io) {
      let last;
      for (const entry of syntheticCalls(calls, seedOf(task))) {
        io.raw(JSON.stringify(entry));
        io.emit(entry);
        last = entry;
      }
      return last;
    },
    outcome: { status: "completed", result: "done" },
  });
}

function seedOf({ scenarioKey, trial }) {
  return Number(scenarioKey.split("-")[1]) * trials + trial;
}

/** Bytes, after everything that can go has gone. */
function memory() {
  for (let round = 0; round < 4; round += 1) globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, rss };
}
