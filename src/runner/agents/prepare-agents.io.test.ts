import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { placeLogin } from "./place-login.ts";
import { prepareAgents } from "./prepare-agents.ts";

const folder = await mkdtemp(join(tmpdir(), "axis-npx-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Stands for npx: writes down what it was called with and what it saw, and names a program. */
const npx = `#!${process.execPath}
const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");
appendFileSync(${JSON.stringify(join(folder, "calls"))}, JSON.stringify({ args: process.argv.slice(2), env: process.env }) + "\\n");
if (process.argv.join(" ").includes("broken")) { console.error("npm error 404 not found"); process.exit(1); }
mkdirSync(${JSON.stringify(join(folder, "node_modules/@x/agent"))}, { recursive: true });
writeFileSync(${JSON.stringify(join(folder, "node_modules/@x/agent/package.json"))}, JSON.stringify({ version: "1.2.4" }));
console.log(${JSON.stringify(join(folder, "node_modules/.bin/agent"))});
`;
await writeFile(join(folder, "npx"), npx);
await chmod(join(folder, "npx"), 0o755);

const operator = { PATH: folder, HOME: folder, GITHUB_TOKEN: "canary", npm_config_registry: "https://x.test/" };
const wanted = { package: "@x/agent", version: "1.2.3", program: "agent" };

function world() {
  const said: string[] = [];
  return {
    said,
    operator,
    abort: new AbortController().signal,
    announce: (message: string) => void said.push(`all: ${message}`),
    log: (message: string) => void said.push(`-v: ${message}`),
  };
}

test("a package is announced, fetched once for all agents that need it, and recorded as it was installed", async () => {
  const asked = world();
  const found = { missing: [], fetch: wanted };
  const ready = await prepareAgents(
    new Map([
      ["one", found],
      ["two", found],
    ]),
    asked,
  );
  const path = join(folder, "node_modules/.bin/agent");
  expect(ready.get("one")).toEqual({ program: [path], fetched: { path, package: "@x/agent", version: "1.2.4" } });
  expect(ready.get("two")).toEqual(ready.get("one"));
  expect(asked.said).toEqual([
    'all: one: the program "agent" is not on PATH, so npx fetches @x/agent@1.2.3 and runs it',
    'all: two: the program "agent" is not on PATH, so npx fetches @x/agent@1.2.3 and runs it',
  ]);
  const calls = (await readFile(join(folder, "calls"), "utf8")).trim().split("\n");
  expect(calls).toHaveLength(1);
  const { args, env } = JSON.parse(calls[0] ?? "") as { args: string[]; env: Record<string, string> };
  expect(args).toEqual(["--yes", "--package=@x/agent@1.2.3", "--call", "command -v 'agent'"]);
  expect(Object.keys(env).toSorted()).toEqual(["AXIS_RUN_ID", "HOME", "PATH", "npm_config_registry"]);
});

test("a package that cannot be fetched is a mistake with a way out", async () => {
  const fetch = { ...wanted, package: "@x/broken" };
  await expect(prepareAgents(new Map([["one", { missing: [], fetch }]]), world())).rejects.toMatchObject({
    code: "preflight",
    message: expect.stringContaining("npm error 404 not found"),
    hint: "Install it by hand: npm install -g @x/broken",
  });
});

test("a login is said with -v, by its place and not by its values", async () => {
  const asked = world();
  const login = { source: "~/.x/auth.json", files: { ".x/auth.json": "canary-token" }, secrets: ["canary-token"] };
  const ready = await prepareAgents(new Map([["one", { missing: [], program: ["/bin/x"], login }]]), asked);
  expect(ready.get("one")).toEqual({ program: ["/bin/x"], login });
  expect(asked.said).toEqual(["-v: one has no key and uses the login in ~/.x/auth.json"]);
});

test("a login lies in the home of the run, for its user alone", async () => {
  const home = join(folder, "home");
  await placeLogin({ source: "", files: { ".x/auth.json": "token" }, secrets: [] }, home);
  expect(await readFile(join(home, ".x/auth.json"), "utf8")).toBe("token");
  expect((await stat(join(home, ".x/auth.json"))).mode & 0o777).toBe(0o600);
  await expect(placeLogin({ source: "", files: { "../out": "x" }, secrets: [] }, home)).rejects.toThrow();
});
