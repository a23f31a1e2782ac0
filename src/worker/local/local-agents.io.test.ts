import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { LocalAgents } from "./local-agents.ts";
import { ProjectNotice } from "./project-notice.ts";

let folder: string;
let configFile: string;
let said: string[];
let moment = 1_000;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-local-agents-"));
  configFile = join(folder, "axis.config.json");
  said = [];
  await writeFile(join(folder, "task.json"), JSON.stringify({ name: "T", prompt: "Do it", judge: "It is done" }));
  return () => rm(folder, { recursive: true, force: true });
});

/** Every write has a time of its own, however fast they come. */
async function write(...names: string[]): Promise<void> {
  const agents = names.map((name) => ({ agent: "command", name, command: ["node"] }));
  const config = { agents, scenarios: ["task.json"], judging: { agents: ["rules"] } };
  await replace(JSON.stringify(config));
}

async function replace(text: string): Promise<void> {
  await writeFile(configFile, text);
  moment += 10;
  await utimes(configFile, moment, moment);
}

const agents = () => {
  const say = (message: string) => void said.push(message);
  return new LocalAgents({ configDir: folder, configFile, notice: new ProjectNotice(say) }, { env: process.env, say });
};

test("those of the project are served, and looked at again when its config changes", async () => {
  const lookup = agents();
  await write("two", "one");
  expect(await lookup.names()).toEqual(["one", "two"]);
  await write("three");
  expect(await lookup.names()).toEqual(["three"]);
});

test("a config that is broken changes nothing, is told of once, and counts again once it is mended", async () => {
  const lookup = agents();
  await write("one");
  await lookup.names();
  await replace("{");
  expect(await lookup.names()).toEqual(["one"]);
  expect(await lookup.canPlan()).toBe(false);
  expect(said.filter((line) => line.includes("no run can be planned"))).toHaveLength(1);
  await write("two");
  expect(await lookup.canPlan()).toBe(true);
  expect(await lookup.names()).toEqual(["two"]);
});

test("a scenario that is broken is told of once, however often is looked", async () => {
  const lookup = agents();
  await write("one");
  await lookup.names();
  await writeFile(join(folder, "task.json"), "{");
  for (let look = 0; look < 3; look += 1) {
    expect(await lookup.canPlan()).toBe(false);
    expect(await lookup.names()).toEqual(["one"]);
  }
  expect(said.filter((line) => line.includes("no run can be planned"))).toHaveLength(1);
});

test("without a config nobody is served, and the reason is said", async () => {
  expect(await agents().names()).toEqual([]);
  expect(said).toHaveLength(1);
});
