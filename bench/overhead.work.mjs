/** Runs one agent again and again and prints, as JSON, how long its program took and how long the whole run. */
import { mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { door } from "./doors.mjs";

const [name, bin, folder, runs] = process.argv.slice(2);
const { evaluate, fileStore, rulesJudge } = await door("index");
const { builtInAgents } = await door("agents");
const { openScriptedModel, samplePlan, sampleScenario } = await door("testing");

/** Reads its prompt, works for a while, answers. */
const program = [process.execPath, "-e", "setTimeout(() => console.log('done'), 300)"];
const own = [];
const whole = [];

const model = await openScriptedModel({
  steps: [{ text: "I look.", calls: [{ tool: "shell", command: "true" }] }, { text: "Done." }],
});
const env = { PATH: [bin, process.env.PATH].filter(Boolean).join(delimiter) };
const configDir = join(folder, `overhead-${name}`);
mkdirSync(configDir);
const store = fileStore({ configDir });

for (let count = 0; count <= Number(runs); count += 1) {
  const began = performance.now();
  const report = await evaluate(plan(), { store, env });
  const took = performance.now() - began;
  if (report.summary.classes.completed !== 1) throw new Error(JSON.stringify(report.results[0]?.outcome));
  // The first time loads what the others find loaded.
  if (count === 0) own.length = 0;
  else whole.push(took);
}
await model[Symbol.asyncDispose]();
console.log(JSON.stringify({ own, whole }));

function plan() {
  const agent = timed(builtInAgents[name]);
  const rehearsal = { script: { file: "bench", sha256: "" }, endpoint: model.endpoint };
  const made = samplePlan({
    scenarios: [sampleScenario({ checks: [] })],
    agents: [agent],
    judge: rulesJudge,
    overrides: { concurrency: 1, rehearsal },
  });
  const command = name === "command" ? { command: program } : {};
  return {
    ...made,
    jobs: made.jobs.map((job) => ({ ...job, agent: { ...job.agent, config: { ...job.agent.config, ...command } } })),
  };
}

/** The same adapter; how long its processes lived is added up. */
function timed(adapter) {
  return {
    ...adapter,
    async run(task, io) {
      const lives = [];
      const watched = new Proxy(io, {
        get(target, key) {
          const value = target[key];
          if (key === "spawn") return (...args) => noted(target.spawn(...args), lives);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      const outcome = await adapter.run(task, watched);
      const exits = await Promise.all(lives);
      own.push(exits.reduce((sum, { durationMs }) => sum + durationMs, 0));
      return outcome;
    },
  };
}

function noted(child, lives) {
  lives.push(child.exit);
  return child;
}
