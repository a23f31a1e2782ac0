import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryRepository } from "../../config/remote/temporary-repository.ts";
import { soundAgent, soundScenario, temporaryProject } from "../../config/temporary-project.ts";
import { drive } from "../world.fixture.ts";
import * as doctor from "./doctor.ts";
import * as remotes from "./remotes.ts";
import * as trust from "./trust.ts";

const scripted = { ...soundScenario, setup: [{ action: "run_script", command: "touch made" }] };

test("trust shows what a library asks for, and --dry-run allows nothing", async () => {
  await using library = await temporaryRepository({ "hello.json": scripted });
  await using place = await temporaryProject({ "axis.config.json": { scenarios: library.url, agents: [soundAgent] } });
  const looked = await drive(trust, [library.url, "--dry-run"], { cwd: place.folder });
  expect(looked.code).toBe(0);
  expect(looked.out).toContain("touch made");
  const lock = () => readFile(join(place.folder, ".axis/axis.lock"), "utf8");
  expect(await lock()).not.toContain("trusted");
  const trusted = await drive(trust, [library.url], { cwd: place.folder });
  expect(trusted.out).toContain("written to .axis/axis.lock");
  expect(await lock()).toContain("trusted");
});

test("doctor fetches no library, and says of one that is here whether it still needs trust", async () => {
  await using library = await temporaryRepository({ "hello.json": scripted });
  await using place = await temporaryProject({ "axis.config.json": { scenarios: library.url, agents: [soundAgent] } });
  const before = await drive(doctor, [], { cwd: place.folder });
  expect(before.out).toContain("is not here yet");
  await drive(trust, [library.url, "--dry-run"], { cwd: place.folder });
  const fetched = await drive(doctor, [], { cwd: place.folder });
  expect([fetched.code, fetched.out]).toEqual([2, expect.stringContaining(`axis trust ${library.url} --dry-run`)]);
  await drive(trust, [library.url], { cwd: place.folder });
  expect((await drive(doctor, [], { cwd: place.folder })).code).toBe(0);
});

test("remotes update moves the pin and says what changed", async () => {
  await using library = await temporaryRepository({ "hello.json": soundScenario });
  await using place = await temporaryProject({ "axis.config.json": { scenarios: library.url, agents: [soundAgent] } });
  await drive(remotes, ["update"], { cwd: place.folder });
  const commit = await library.commit({ "more.json": soundScenario });
  const { code, out } = await drive(remotes, ["update"], { cwd: place.folder });
  expect(code).toBe(0);
  expect(out).toContain(commit);
  expect(out).toContain("added more.json");
});

test("a project that uses nothing from elsewhere has nothing to update", async () => {
  await using place = await temporaryProject({
    "axis.config.json": { agents: [soundAgent] },
    "scenarios/hello.json": soundScenario,
  });
  expect((await drive(remotes, ["update"], { cwd: place.folder })).out).toContain("nothing to update");
});

test("a URL that is none is a mistake", async () => {
  await using place = await temporaryProject({ "axis.config.json": { agents: [soundAgent] } });
  expect((await drive(trust, ["acme"], { cwd: place.folder })).errorCode).toBe("remote-failed");
});
