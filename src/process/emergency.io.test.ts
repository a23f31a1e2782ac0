/** Everything ended at once, and what a killed AXIS left behind ended later. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { listLeftoverCgroups } from "./cgroup-home.ts";
import { killAllNow, endLeftoverProcesses } from "./emergency.ts";
import { listFixtureOptions, listCarriers, isAlive, openProcessFixture, waitUntil } from "./scope.fixture.ts";

const hasTable = process.platform === "linux";
const scopeFile = fileURLToPath(new URL("scope.ts", import.meta.url));
const loader = createRequire(import.meta.url).resolve("jiti");

/** An AXIS of its own that starts a process in another session, and one that has no environment. */
const script = `
const { createJiti } = require(process.argv[1]);
const load = createJiti(process.argv[2], { fsCache: false });
load.import(process.argv[2]).then(async ({ openScope }) => {
  const scope = await openScope({ runId: process.argv[3], home: "/nonexistent/home" });
  const line = "setsid sleep 50 & env -i setsid sh -c 'echo $$ > p; mv p pid; exec sleep 50' & wait";
  scope.start({ program: line, args: [], shell: true, cwd: process.argv[4], env: { PATH: process.env.PATH } });
});`;

function startParent(runId: string, folder: string): ChildProcess {
  return spawn(process.execPath, ["-e", script, loader, scopeFile, runId, folder], { stdio: "ignore" });
}

describe.skipIf(!hasTable)("after a killed AXIS", () => {
  test("what it left running is found by the number of its run and ended, and its control group removed", async () => {
    await using world = await openProcessFixture();
    const parent = startParent(world.runId, world.folder);
    await waitUntil(() => listCarriers(world.runId).includes("sleep"));
    const pid = await readNumber(join(world.folder, "pid"));
    parent.kill("SIGKILL");
    await waitUntil(() => parent.signalCode !== null);
    expect(listCarriers(world.runId).toSorted()).toEqual(["sh", "sleep"]);
    expect(await endLeftoverProcesses([world.runId, "another-run"])).toBe(world.scope.means === "cgroup" ? 3 : 2);
    expect(listCarriers(world.runId)).toEqual([]);
    expect(listLeftoverCgroups([world.runId])).toEqual([]);
    expect(isAlive(pid)).toBe(world.scope.means !== "cgroup");
  });

  test("a run that left nothing has nothing to end", async () => {
    expect(await endLeftoverProcesses(["a-run-that-never-was"])).toBe(0);
    expect(await endLeftoverProcesses([])).toBe(0);
    expect(await endLeftoverProcesses([""])).toBe(0);
  });
});

describe.skipIf(!hasTable).each(listFixtureOptions())("ending all at once with $name", ({ options, finds }) => {
  test("kills every process before it returns, and nothing starts afterwards", async () => {
    await using world = await openProcessFixture(options);
    const background = finds === "group" ? "sleep 50 &" : "setsid sleep 50 &";
    const child = world.sh(`trap '' TERM; ${background} sleep 50; sleep 50`, { graceMs: 60_000 });
    await waitUntil(() => listCarriers(world.runId).filter((name) => name === "sleep").length === 2);
    killAllNow();
    expect(listCarriers(world.runId)).toEqual([]);
    expect(world.sh("touch started").pid).toBeUndefined();
    expect(await child.exit).toMatchObject({ code: null, signal: "SIGKILL" });
    expect(await world.scope.end()).toBe(0);
  });
});

test("ending all at once with nothing running does nothing", () => {
  expect(killAllNow()).toBeUndefined();
});

async function readNumber(file: string): Promise<number> {
  let number = 0;
  await waitUntil(() => (number = readIfThere(file)) > 0);
  return number;
}

function readIfThere(file: string): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    // Not written yet: asked again.
    return 0;
  }
}
