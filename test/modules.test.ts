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
] as const)("a %s that ends the process is no good news, and leaves nothing behind", async (_where, files) => {
  await using project = await openProject({ ...files, "scenarios/task.json": scenario });
  const { code, stderr } = await project.axis(["run"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^AXIS was ended before its work was done: .* called exit$/m);
  expect([await project.survivors(), await project.leftovers()]).toEqual([[], []]);
});
