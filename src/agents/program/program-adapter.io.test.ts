import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createProgramAdapter } from "./program-adapter.ts";
import type { ProgramOptions } from "./program-options.ts";

const folder = await mkdtemp(join(tmpdir(), "axis-programs-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const [here, npx] = [join(folder, "here"), join(folder, "npx")];
for (const file of [here, npx]) {
  await writeFile(file, "#!/bin/sh\n");
  await chmod(file, 0o755);
}

const login = { source: "~/.x/auth.json", files: { ".x/auth.json": "{}" }, secrets: [] };
const lookFor = async (options: Partial<ProgramOptions>, task: object = {}, env: Record<string, string> = {}) => {
  const { ready } = createProgramAdapter({ name: "x", program: "here", ...options });
  return ready?.({ PATH: folder, ...env }, { configDir: "/", ...task });
};

test("a program on PATH is found, and nothing is missing", async () => {
  expect(await lookFor({})).toEqual({ missing: [], programName: "here", program: [here] });
});

test("the command of an agent entry takes its place, with its first arguments", async () => {
  expect(await lookFor({ program: "none" }, { command: [here, "--fast"] })).toMatchObject({
    program: [here, "--fast"],
  });
});

const packaged = { program: "gone", package: { package: "@x/gone", version: "1.2.3" } };

test("a program that is not there is fetched where npm has it", async () => {
  expect(await lookFor(packaged)).toEqual({
    missing: [],
    programName: "gone",
    fetch: { package: "@x/gone", version: "1.2.3", program: "gone" },
  });
});

test.each([
  ["nothing may be fetched", packaged, { install: false }, {}],
  ["there is no npx", packaged, {}, { PATH: "/nowhere" }],
  ["npm does not have it", { program: "gone" }, {}, {}],
  ["the entry names another program", packaged, { command: ["gone-too"] }, {}],
])("it is missing where %s", async (_, options, task, env) => {
  const found = await lookFor(options, task, env);
  expect(found?.missing).toHaveLength(1);
  expect(found?.missing[0]).toMatch(/^The program "gone(-too)?" of the agent x was not found/);
  expect(found?.fetch).toBe(undefined);
});

test("the way out names the package", async () => {
  const found = await lookFor(packaged, { install: false });
  expect(found?.missing[0]).toContain("npm install -g @x/gone");
});

test("each required key that is not set is named", async () => {
  const found = await lookFor({ keys: { required: ["A_KEY", "B_KEY"] } }, {}, { A_KEY: "x", B_KEY: "" });
  expect(found?.missing).toEqual(["The environment variable B_KEY is not set"]);
});

const signing = { keys: { required: ["A_KEY"] }, signIn: "x login" };

test("a login stands in for a key that is not set", async () => {
  expect(await lookFor({ ...signing, login: async () => login })).toMatchObject({ missing: [], login });
});

test("a key wins over a login, which is then not even looked for", async () => {
  const looked: string[] = [];
  const watching = async () => (looked.push("looked"), login);
  expect(await lookFor({ ...signing, login: watching }, {}, { A_KEY: "x" })).not.toHaveProperty("login");
  expect(looked).toEqual([]);
});

test("neither key nor login: the variable and the way to sign in are named", async () => {
  const found = await lookFor({ ...signing, login: async () => null });
  expect(found?.missing.join()).toMatch(/A_KEY is not set, and no login was found; set it, or sign in with: x login/);
});

test("a rehearsal needs neither", async () => {
  const endpoint = { url: "http://127.0.0.1:1", key: "k", scripted: true };
  expect(await lookFor({ ...signing, login: async () => login }, { endpoint })).toEqual({
    missing: [],
    programName: "here",
    program: [here],
  });
});
