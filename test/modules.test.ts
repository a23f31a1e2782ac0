/** Configs and scenarios in `.js`, through the binary, in every kind of package they may stand in. */
import { expect, test } from "vitest";
import { openProject, scenario } from "./fixtures/axis.ts";

const config = '{ agents: [{ agent: "command", name: "agent", command: "echo done" }] }';
const modern = `import { defineConfig } from "axis-eval"; export default defineConfig(${config});`;
const older = `const { defineConfig } = require("axis-eval"); module.exports = defineConfig(${config});`;
const task = JSON.stringify(scenario);

test.concurrent.each([
  ["export default", { type: "commonjs" }, modern, `export default ${task};`],
  ["export default", { name: "says-nothing" }, modern, `export default ${task};`],
  ["export default", { type: "module" }, modern, `export default ${task};`],
  ["module.exports", { type: "commonjs" }, older, `module.exports = ${task};`],
  ["module.exports", { name: "says-nothing" }, older, `module.exports = ${task};`],
])("a .js with %s runs in a package of %j, and Node has nothing to warn about", async (_way, manifest, text, asked) => {
  await using project = await openProject({
    "package.json": manifest,
    "axis.config.js": text,
    "scenarios/task.js": asked,
  });
  const { code, report, stderr } = await project.report();
  expect([code, report.summary.completed]).toEqual([0, 1]);
  expect(stderr).not.toContain("Warning");
});

test.concurrent("what such a file imports may be written in the same way, with await at its top", async () => {
  await using project = await openProject({
    "package.json": { type: "commonjs" },
    "lib/config.js": `export const config = await Promise.resolve(${config});`,
    "axis.config.js": 'import { config } from "./lib/config.js"; export default async () => config;',
    "scenarios/task.json": scenario,
  });
  expect((await project.report()).report.summary.completed).toBe(1);
});

test.concurrent("a sample in JavaScript runs right after axis init, in the package that npm init makes", async () => {
  await using project = await openProject({ "package.json": { name: "fresh", type: "commonjs" } });
  expect((await project.axis(["init", "--format", "js", "--no-skills"])).code).toBe(0);
  expect((await project.report()).code).toBe(0);
});

test.concurrent("an adapter may use a further door of the package where the package is not installed", async () => {
  await using project = await openProject({
    "axis.config.json": { agents: ["mine"], adapters: { mine: "./mine.ts" } },
    "mine.ts": `import { defineLineAgent } from "axis-eval/agents";
      export default defineLineAgent({ name: "mine", program: "sh", arguments: () => ["-c", "echo done"], line: (text, sink) => sink.finish(text) });`,
    "scenarios/task.json": scenario,
  });
  expect((await project.report()).report.summary.completed).toBe(1);
});

test.concurrent("what modules of the project print does not get between the data: stdout stays one document", async () => {
  await using project = await openProject({
    "axis.config.mjs": `console.log("config"); export default { agents: ["mine"], adapters: { mine: "./mine.mjs" } };`,
    "mine.mjs": `console.info("adapter"); export default { name: "mine", async run() { console.log("at work"); return { status: "completed", result: null }; } };`,
    "scenarios/task.mjs": `console.log("scenario"); export default ${task};`,
  });
  const { code, stdout, stderr } = await project.axis(["run", "--json"]);
  expect([code, (JSON.parse(stdout) as { summary: { completed: number } }).summary.completed]).toEqual([0, 1]);
  for (const said of ["config", "adapter", "at work", "scenario"]) expect(stderr.split("\n")).toContain(said);
});

test.concurrent.each([
  ["config", { "axis.config.mjs": "process.exit(0);" }],
  [
    "adapter at work",
    {
      "axis.config.json": { agents: ["mine"], adapters: { mine: "./mine.mjs" } },
      "mine.mjs": `export default { name: "mine", async run(task, io) { io.spawn("sleep", ["61"]); process.exit(0); } };`,
    },
  ],
  [
    "adapter with a code of its own",
    {
      "axis.config.json": { agents: ["mine"], adapters: { mine: "./mine.mjs" } },
      "mine.mjs": `export default { name: "mine", async run(task, io) { io.spawn("sleep", ["61"]); process.exit(1); } };`,
    },
  ],
] as const)("a %s that ends the process is no good news, and leaves nothing behind", async (_where, files) => {
  await using project = await openProject({ ...files, "scenarios/task.json": scenario });
  const { code, stderr } = await project.axis(["run"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^AXIS was ended before it finished: .* called exit$/m);
  expect([await project.survivors(), await project.leftovers()]).toEqual([[], []]);
});

const other = { agent: "command", name: "other", command: "sleep 1; echo done" };
const adapter = (body: string) => `import { connect } from "node:net";
  export default { name: "mine", async run(task, io) { io.spawn("sleep", ["62"]); ${body} } };`;
const never = "return new Promise(() => {});";

test.concurrent.each([
  ["a timer", `setTimeout(() => { throw new Error("let go"); }, 50); ${never}`, "let go"],
  ["a promise", `setTimeout(async () => { throw new Error("let go"); }, 50); ${never}`, "let go"],
  ["an event", `connect(1, "127.0.0.1"); ${never}`, "connect ECONNREFUSED 127.0.0.1:1"],
])("an error that an adapter throws in %s ends its own run, and no other", async (_where, body, message) => {
  await using project = await openProject({
    "axis.config.json": { agents: ["mine", other], adapters: { mine: "./mine.mjs" }, settings: { retries: 0 } },
    "mine.mjs": adapter(body),
    "scenarios/task.json": scenario,
  });
  const { code, report } = await project.report();
  const outcomes = report.results.map(({ agentName, outcome }) => [agentName, outcome]);
  expect(Object.fromEntries(outcomes)).toMatchObject({
    mine: { status: "failed", code: "protocol", message: `The adapter threw: ${message}` },
    other: { status: "completed" },
  });
  expect([code, await project.survivors(), await project.leftovers()]).toEqual([1, [], []]);
});

test.concurrent("an error that an adapter throws when its run is over is said, and changes nothing", async () => {
  const body = `setTimeout(() => { throw new Error("too late"); }, 100); return { status: "completed", result: "done" };`;
  await using project = await openProject({
    "axis.config.json": { agents: ["mine", other], adapters: { mine: "./mine.mjs" } },
    "mine.mjs": adapter(body),
    "scenarios/task.json": scenario,
  });
  const { code, stderr } = await project.axis(["run"]);
  expect(code).toBe(0);
  expect(stderr).toContain("an adapter threw after its run had ended: too late");
});

test.concurrent("an error that nobody caught ends everything at once, with a sentence and without a trace", async () => {
  await using project = await openProject({
    "axis.config.mjs": `setTimeout(() => { throw new Error("nobody heard"); }, 1500);
      export default { agents: [{ agent: "command", command: "sleep 63" }] };`,
    "scenarios/task.json": scenario,
  });
  const { code, stderr } = await project.axis(["run"]);
  expect(code).toBe(3);
  expect(stderr).toMatch(/^AXIS was ended by an uncaught error: nobody heard$/m);
  expect(stderr).toMatch(/see them with: axis reports$/m);
  expect([await project.survivors(), await project.leftovers()]).toEqual([[], []]);
});

test.concurrent("what an adapter hands over that is not what was asked for is left out, and the report can be read", async () => {
  await using project = await openProject({
    "axis.config.json": { agents: ["mine"], adapters: { mine: "./mine.mjs" } },
    "mine.mjs": `export default { name: "mine", async run(task, io) {
      io.emit(null); io.emit("text"); io.emit({ type: "weird" }); io.raw(5); io.session(4); io.usage(null); io.note(6);
      io.emit({ type: "assistant", text: "fine" });
      return { status: "completed", result: "done" };
    } };`,
    "scenarios/task.json": scenario,
  });
  const { code, stderr } = await project.axis(["run"]);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("could not be read")]);
  const shown = await project.axis(["reports", "latest", "task", "--json"]);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain("3 entries of an unknown shape were left out");
  expect(shown.stdout).toContain("the adapter reported a session id that is not a string; it is ignored");
});

test.concurrent("however many runs wait for another attempt, Node has nothing to warn of", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `mine-${index}`);
  await using project = await openProject({
    "axis.config.json": {
      agents: names,
      adapters: Object.fromEntries(names.map((name) => [name, "./mine.mjs"])),
      settings: { retries: 1 },
    },
    "mine.mjs": `export default { name: "mine", async run() { throw new Error("no"); } };`,
    "scenarios/task.json": scenario,
  });
  const { code, stderr } = await project.axis(["run"]);
  expect([code, stderr]).toEqual([1, expect.not.stringContaining("MaxListenersExceededWarning")]);
});

test.concurrent("scripts are told the name that the config gives an adapter, whatever the module calls itself", async () => {
  await using project = await openProject({
    "axis.config.json": { agents: ["Mine"], adapters: { mine: "./mine.mjs" } },
    "mine.mjs": `export default { name: "other", async run() { return { status: "completed", result: "done" }; } };`,
    "scenarios/task.json": {
      ...scenario,
      setup: [{ action: "run_script", command: 'echo "$AXIS_AGENT" > $AXIS_OUTPUT' }],
    },
  });
  const { report } = await project.report();
  expect(report.results[0]?.setupOutput).toBe("mine");
});

test.concurrent("a program that an adapter leaves running is ended with its turn, and not suspected for that", async () => {
  await using project = await openProject({
    "axis.config.json": { agents: ["mine"], adapters: { mine: "./mine.mjs" } },
    "mine.mjs": adapter(
      `for await (const line of io.spawn("sh", ["-c", "echo up; sleep 64"]).lines) return { status: "completed", result: line };`,
    ),
    "scenarios/task.json": scenario,
  });
  const { code, report } = await project.report();
  expect([code, report.results[0]?.outcome, report.results[0]?.suspect]).toEqual([
    0,
    { status: "completed", result: "up" },
    undefined,
  ]);
  expect(await project.survivors()).toEqual([]);
});

test.concurrent("however many programs an adapter starts at once, Node has nothing to warn of", async () => {
  await using project = await openProject({
    "axis.config.json": { agents: ["mine"], adapters: { mine: "./mine.mjs" } },
    "mine.mjs": adapter(`await Promise.all(Array.from({ length: 12 }, () => io.spawn("true", []).exit));
      return { status: "completed", result: "done" };`),
    "scenarios/task.json": scenario,
  });
  const { code, stderr } = await project.axis(["run"]);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("MaxListenersExceededWarning")]);
});
