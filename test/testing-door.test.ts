/** `axis-eval/testing` in a project that has neither vitest nor fast-check: the fakes work, a suite says what it needs. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const door = pathToFileURL(join(import.meta.dirname, "../dist/testing.js")).href;

/** Makes Node find neither package, as in a project that did not install them. */
const hooks = `export async function resolve(name, context, next) {
  if (name === "vitest" || name === "fast-check")
    throw Object.assign(new Error("Cannot find package '" + name + "'"), { code: "ERR_MODULE_NOT_FOUND" });
  return next(name, context);
}`;
const register = `import { register } from "node:module"; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});`;

async function run(code: string): Promise<string> {
  const script = `const door = await import(${JSON.stringify(door)}); ${code}`;
  const preload = `data:text/javascript,${encodeURIComponent(register)}`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--import",
    preload,
    "--input-type=module",
    "-e",
    script,
  ]);
  return stdout.trim();
}

test("the fakes work without vitest and fast-check", async () => {
  const code = `const model = door.fakeModel({ hello: { score: 1 } }); console.log(model.id, typeof door.testMetric);`;
  expect(await run(code)).toMatch(/^\S+ function$/);
});

test.each(["testAgent", "testJudge", "testMetric", "testStore"])("%s says that it needs vitest", async (suite) => {
  const code = `try { door.${suite}("name", () => ({})); } catch (error) { console.log(error.message, "|", error.hint); }`;
  const said = suite === "testMetric" ? code.replace('"name"', '{ config: { key: "k" } }') : code;
  expect(await run(said)).toMatch(/^This suite needs vitest: .*\| Install it with: npm install --save-dev vitest/);
});
