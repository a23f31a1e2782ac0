import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDefault, loadModule } from "./module.ts";
import { temporaryProject } from "./libraries/temporary-repository.ts";

const packageEntry = join(import.meta.dirname, "define.ts");

async function load(name: string, text: string, limitMs?: number): Promise<unknown> {
  await using project = await temporaryProject({ [name]: text });
  return await loadDefault(join(project.folder, name), {
    shown: name,
    packageEntry,
    ...(limitMs !== undefined && { limitMs }),
  });
}

const esm = 'import { defineConfig } from "axis-eval"; export default defineConfig({ agents: ["command"] });';
const cjs = 'const { defineConfig } = require("axis-eval"); module.exports = defineConfig({ agents: ["command"] });';

test.each([
  ["c.ts", `${esm} export const typed: number = 1;`],
  ["c.mts", esm],
  ["c.cts", cjs],
  ["c.mjs", esm],
  ["c.cjs", cjs],
  ["c.js", "export default { agents: ['command'] };"],
  ["compiled.cjs", "exports.__esModule = true; exports.default = { agents: ['command'] };"],
  ["compiled.cts", "exports.__esModule = true; exports.default = { agents: ['command'] };"],
  ["compiled.js", "exports.__esModule = true; exports.default = { agents: ['command'] };"],
])("%s loads without a build step and without an installation of the package", async (name, text) => {
  expect(await load(name, text)).toEqual({ agents: ["command"] });
});

test.each(["c.ts", "c.mjs", "c.js"])(
  "%s may use the other doors of the package without an installation",
  async (name) => {
    const text = [
      'import { defineAcpAgent } from "axis-eval/agents";',
      'import { rulesJudge } from "axis-eval/judges";',
      'import { defineConfig } from "axis-eval";',
      "export default defineConfig({ found: [typeof defineAcpAgent, typeof rulesJudge] });",
    ];
    expect(await load(name, text.join("\n"))).toEqual({ found: ["function", "object"] });
  },
);

test("a function is called once and what it resolves to is taken", async () => {
  const text = "let calls = 0; export default async () => { calls += 1; await null; return { calls }; };";
  expect(await load("c.mjs", text)).toEqual({ calls: 1 });
  expect(await load("c.ts", text)).toEqual({ calls: 1 });
});

test.each(["c.ts", "c.mjs"])(
  "%s without a default export, or with one that returns nothing, is told which",
  async (name) => {
    await expect(load(name, "export const a = 1;")).rejects.toThrow(`${name} has no default export`);
    await expect(load(name, "export default () => {};")).rejects.toThrow(
      `${name} exports a function that returns nothing`,
    );
  },
);

test.each(["c.ts", "c.mjs"])("%s that never resolves is given up", async (name) => {
  await expect(load(name, "export default () => new Promise(() => {});", 100)).rejects.toThrow(
    `${name} could not be loaded: it did not finish within 0.1 s`,
  );
});

test.each(["c.ts", "c.mjs"])("%s that throws is answered with its own message", async (name) => {
  await expect(load(name, 'export default () => { throw new Error("not today"); };')).rejects.toThrow(
    `${name} could not be loaded: not today`,
  );
});

test.each(["c.ts", "c.mjs"])("%s that is not there is said to be missing, with the way out", async (name) => {
  await expect(loadDefault(join(import.meta.dirname, "nowhere", name), { shown: `./${name}` })).rejects.toMatchObject({
    message: `File "./${name}" does not exist`,
    hint: "Write the path of a module",
  });
});

test("a package that is missing is named", async () => {
  await expect(load("c.mjs", 'import "no-such-package-at-all"; export default {};')).rejects.toThrow(
    "no-such-package-at-all",
  );
});

test("a syntax error names the file", async () => {
  await expect(load("c.ts", "export default {")).rejects.toThrow("c.ts could not be loaded");
});

test("named exports are there too", async () => {
  await using project = await temporaryProject({ "a.ts": "export const adapter = { run: () => {} };" });
  const namespace = await loadModule(join(project.folder, "a.ts"), { shown: "a.ts", packageEntry });
  expect(Object.keys(namespace)).toEqual(["adapter"]);
});
