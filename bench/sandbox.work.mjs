/** Starts `true` as an agent would, without a sandbox and in bubblewrap with each kind of network; prints milliseconds as JSON. */
import { door } from "./doors.mjs";

const { evaluate, memoryStore, rulesJudge } = await door("index");
const { fakeAgent, samplePlan, sampleScenario } = await door("testing");

const times = 40;
const env = { PATH: process.env.PATH };
const policy = {
  required: false,
  image: null,
  read: [],
  gateway: "off",
  providerTools: [],
  memoryMb: 4096,
  cpuPercent: null,
  pids: 1024,
  diskMb: null,
  written: [],
};

const kinds = {
  none: { driver: "none", network: "host", checks: { network: "host", read: [] } },
  host: { driver: "bwrap", network: "host", checks: { network: "host", read: [] } },
  list: { driver: "bwrap", network: ["example.com"], checks: { network: "none", read: [] } },
};

const figures = {};
for (const [name, own] of Object.entries(kinds)) {
  await startMany(3, { ...policy, ...own });
  figures[name] = await startMany(times, { ...policy, ...own });
}
console.log(JSON.stringify(figures));

/** The time from the start of the program to its exit, in each of so many runs. */
async function startMany(trials, sandbox) {
  const spawns = [];
  const act = async (_, io) => {
    const began = performance.now();
    const { code, spawnError, stderr } = await io.spawn("true", []).exit;
    if (code !== 0) throw new Error(`${spawnError} ${stderr}`);
    spawns.push(performance.now() - began);
  };
  const plan = samplePlan({
    scenarios: [sampleScenario({ checks: [] })],
    agents: [fakeAgent({ entries: [{ type: "assistant", text: "done" }], act })],
    judge: rulesJudge,
    trials,
    overrides: { concurrency: 1 },
  });
  const jobs = plan.jobs.map((job) => ({ ...job, sandbox }));
  const report = await evaluate({ ...plan, jobs }, { store: memoryStore(), env });
  if (report.summary.classes.completed !== trials) throw new Error(JSON.stringify(report.summary));
  return spawns;
}
