/** `axis-eval/testing` in a project that has neither vitest nor fast-check: the fakes work, and only the suites need them. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const door = pathToFileURL(join(import.meta.dirname, "../dist/testing.js")).href;
const suites = pathToFileURL(join(import.meta.dirname, "../dist/testing/suites.js")).href;

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
  const code = `const model = door.fakeModel({ hello: { score: 1 } }); console.log(model.id, typeof door.fakeAgent);`;
  expect(await run(code)).toMatch(/^\S+ function$/);
});

test("the suites have a door of their own, which says that it needs vitest", async () => {
  const code = `try { await import(${JSON.stringify(suites)}); } catch (error) { console.log(error.message, Object.keys(door).filter((name) => name.startsWith("test"))); }`;
  expect(await run(code)).toBe("Cannot find package 'vitest' []");
});
