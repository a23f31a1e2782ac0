import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { LocalProject } from "./local-project.ts";

let folder: string;
let configFile: string;
let logged: string[];
let modifiedAt = 1_000;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-local-project-"));
  configFile = join(folder, "axis.config.json");
  logged = [];
  await writeFile(
    join(folder, "task.json"),
    JSON.stringify({ name: "T", prompt: "Do it", judge: [{ check: "It is done", verify: { contains: "done" } }] }),
  );
  return () => rm(folder, { recursive: true, force: true });
});

/** Every write has its own modification time, however fast they follow each other. */
async function writeConfig(...names: string[]): Promise<void> {
  const agents = names.map((name) => ({ agent: "command", name, command: ["node"] }));
  await replaceConfig(JSON.stringify({ agents, scenarios: ["task.json"], judging: { agents: ["rules"] } }));
}

async function replaceConfig(text: string): Promise<void> {
  await writeFile(configFile, text);
  modifiedAt += 10;
  await utimes(configFile, modifiedAt, modifiedAt);
}

const openProject = () =>
  new LocalProject(
    { configDir: folder, configFile, slug: "own", name: "Own" },
    { env: process.env, log: (message) => void logged.push(message) },
  );

const problems = () => logged.filter((line) => line.includes("the project cannot be planned"));

test("the agents of the project are served, and looked up again when its config changes", async () => {
  const project = openProject();
  await writeConfig("two", "one");
  expect(await project.listAgents()).toEqual(["one", "two"]);
  await writeConfig("three");
  expect(await project.listAgents()).toEqual(["three"]);
});

test("an invalid config changes nothing, is logged once, and counts again when it is corrected", async () => {
  const project = openProject();
  await writeConfig("one");
  await project.listAgents();
  await replaceConfig("{");
  expect(await project.listAgents()).toEqual(["one"]);
  expect(await project.plan({})).toBeUndefined();
  expect(problems()).toHaveLength(1);
  await writeConfig("two");
  expect(await project.plan({})).toMatchObject({ jobs: [{ cell: { agent: "two" } }] });
  expect(await project.listAgents()).toEqual(["two"]);
});

test("the same problem is logged once, another one at once, and one that comes back once more", async () => {
  const project = openProject();
  await writeConfig("one");
  for (const text of ["{", "{", "[", "[", "{"]) {
    await writeFile(join(folder, "task.json"), text);
    expect(await project.plan({})).toBeUndefined();
  }
  expect(problems()).toHaveLength(3);
  await writeFile(
    join(folder, "task.json"),
    JSON.stringify({ name: "T", prompt: "Do it", judge: [{ check: "It is done", verify: { contains: "done" } }] }),
  );
  await project.plan({});
  await writeFile(join(folder, "task.json"), "{");
  await project.plan({});
  expect(problems()).toHaveLength(4);
});

test("without a config no agent is served, and the reason is logged", async () => {
  expect(await openProject().listAgents()).toEqual([]);
  expect(logged).toHaveLength(1);
});
