import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
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
  const endpoint = { url: "http://127.0.0.1:1", key: "k" };
  expect(await lookFor({ ...signing, login: async () => login }, { endpoint })).toEqual({
    missing: [],
    programName: "here",
    program: [here],
  });
});

describe("keys of which one is enough", () => {
  const choice = { keys: { oneOf: ["A_KEY", "B_KEY"], optional: ["A_MODEL"] } };

  test("one that is set is enough", async () => {
    const found = await lookFor(choice, {}, { B_KEY: "x" });
    expect(found).toEqual({ missing: [], programName: "here", program: [here] });
  });

  test("without any, all of them are named; a variable that is no key does not count", async () => {
    const found = await lookFor(choice, {}, { A_KEY: "", A_MODEL: "x" });
    expect(found?.missing).toEqual([
      "None of the environment variables A_KEY, B_KEY is set; set one of them (a run does not see a login in your home)",
    ]);
  });

  test("a rehearsal needs none", async () => {
    const endpoint = { url: "http://127.0.0.1:1", key: "k" };
    expect(await lookFor(choice, { endpoint })).toMatchObject({ missing: [] });
  });

  test.each([
    ["the config passes a variable that is set", choice, { forwarded: ["C_KEY"] }, "it may sign in with C_KEY"],
    ["a command replaces the program", choice, { command: [here] }, "its command may need none"],
    ["no key is needed for certain", { keys: { optional: ["A_KEY", "B_KEY"] } }, {}, "it may work without a key"],
  ])("nothing is missing but nothing is certain where %s", async (_, options, task, said) => {
    const found = await lookFor(options, task, { C_KEY: "x" });
    expect(found?.missing).toEqual([]);
    expect(found?.unconfirmed).toBe(`None of the environment variables A_KEY, B_KEY is set; ${said}`);
  });

  test("a variable of the config that is not set changes nothing", async () => {
    expect((await lookFor(choice, { forwarded: ["C_KEY"] }))?.missing).toHaveLength(1);
  });
});

test("a login without a token is used, and not trusted", async () => {
  const tokenless = await lookFor({ ...signing, login: async () => login });
  expect(tokenless?.unconfirmed).toBe("The login in ~/.x/auth.json names an account, but contains no token");
  const whole = { ...login, secrets: ["a-token"] };
  expect(await lookFor({ ...signing, login: async () => whole })).not.toHaveProperty("unconfirmed");
});
