/** Starts and ends `true` in several ways and prints the milliseconds each, as JSON. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { door } from "./doors.mjs";

const { evaluate, memoryStore, rulesJudge } = await door("index");
const { fakeAgent, samplePlan, sampleScenario } = await door("testing");

const times = 100;
const env = { PATH: process.env.PATH };
let spawnMs = 0;

// Once for the first time of everything, then in turn.
await runs(5, startsOne);
const bareMs = await bareSpawns();
const without = await runs(times, () => {});
spawnMs = 0;
const withOne = await runs(times, startsOne);
console.log(JSON.stringify({ bareMs, spawnMs: spawnMs / times, scopeMs: (withOne - without) / times }));

async function bareSpawns() {
  const began = performance.now();
  for (let count = 0; count < times; count += 1) {
    const child = spawn("true", [], { env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.resume();
    child.stderr.resume();
    await once(child, "close");
  }
  return (performance.now() - began) / times;
}

/** One run after the other, each in a scope of its own; the milliseconds of all. */
async function runs(trials, act) {
  const plan = samplePlan({
    scenarios: [sampleScenario({ checks: [] })],
    agents: [fakeAgent({ entries: [{ type: "assistant", text: "done" }], act: (_, io) => act(io) })],
    judge: rulesJudge,
    trials,
    overrides: { concurrency: 1 },
  });
  const began = performance.now();
  const report = await evaluate(plan, { store: memoryStore(), env });
  if (report.summary.classes.completed !== trials) throw new Error(JSON.stringify(report.summary));
  return performance.now() - began;
}

async function startsOne(io) {
  const began = performance.now();
  await io.spawn("true", []).exit;
  spawnMs += performance.now() - began;
}
