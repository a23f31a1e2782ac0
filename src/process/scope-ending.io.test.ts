/** No process of a job outlives it, whatever it tries; counted and checked from outside. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findCgroupHome, listLeftoverCgroups } from "./cgroup-home.ts";
import { endLeftoverProcesses } from "./emergency.ts";
import { type LimitMark, toLimitMark } from "./limit-mark.ts";
import { type Child, openScope } from "./scope.ts";
import {
  type ProcessFixture,
  listFixtureOptions,
  shortGrace,
  listCarriers,
  collectLines,
  isAlive,
  openProcessFixture,
  waitUntil,
} from "./scope.fixture.ts";

const worlds = listFixtureOptions();
const hasTable = process.platform === "linux";

/** A program that starts others, waits until they are seen from outside, and then exits in peace. */
async function leaveBehind(world: ProcessFixture, script: string, sleepers: number): Promise<void> {
  const child = world.sh(`${script}\nread word`, { stdin: "open", ...shortGrace });
  await waitUntil(() => listCarriers(world.runId).filter((name) => name === "sleep").length === sleepers);
  child.endInput();
  await child.exit;
}

describe.skipIf(!hasTable).each(worlds)("held together by $name", ({ options, finds }) => {
  test("a job that ends by itself leaves no one and nothing", async () => {
    await using world = await openProcessFixture(options);
    await world.sh("echo fine").exit;
    expect(await world.scope.end()).toBe(0);
    expect(listCarriers(world.runId)).toEqual([]);
  });

  test("a background process in the same group is ended and counted", async () => {
    await using world = await openProcessFixture(options);
    await leaveBehind(world, "sleep 50 &", 1);
    expect(await world.scope.end()).toBe(1);
    expect(listCarriers(world.runId)).toEqual([]);
  });

  test("a background process that ignores SIGTERM is killed after the grace", async () => {
    await using world = await openProcessFixture(options);
    await leaveBehind(world, "(trap '' TERM; exec sleep 50) &", 1);
    expect(await world.scope.end()).toBe(1);
    expect(listCarriers(world.runId)).toEqual([]);
  });

  test("a running program that ignores SIGTERM is killed, and is no orphan", async () => {
    await using world = await openProcessFixture(options);
    const child = world.node(
      "process.on('SIGTERM', () => {}); setTimeout(() => {}, 50000); console.log('up')",
      shortGrace,
    );
    for await (const line of child.lines) if (line === "up") break;
    expect(await world.scope.end()).toBe(0);
    expect(await child.exit).toMatchObject({ code: null, signal: "SIGKILL" });
  });

  test("one that ignores SIGTERM behind a keeper is no orphan either", async () => {
    await using world = await openProcessFixture(options);
    const child = world.node("process.on('SIGTERM', () => {}); setTimeout(() => {}, 50000); console.log('up')", {
      ...shortGrace,
      kept: true,
    });
    for await (const line of child.lines) if (line === "up") break;
    expect(await world.scope.end()).toBe(0);
    expect(await child.exit).toMatchObject({ code: null, signal: "SIGKILL" });
  });

  test.skipIf(finds === "group")("a double fork into its own session is ended and counted", async () => {
    await using world = await openProcessFixture(options);
    await leaveBehind(world, "setsid sh -c 'setsid sleep 50 & exit 0'", 1);
    expect(await world.scope.end()).toBe(1);
    expect(listCarriers(world.runId)).toEqual([]);
  });

  test.skipIf(finds === "group")("fifty children in sessions of their own are ended and counted", async () => {
    await using world = await openProcessFixture(options);
    await leaveBehind(world, "i=0; while [ $i -lt 50 ]; do setsid sleep 50 & i=$((i+1)); done", 50);
    expect(await world.scope.end()).toBe(50);
    expect(listCarriers(world.runId)).toEqual([]);
  });

  test.skipIf(finds === "group")("stopping a running program ends what it started in other sessions too", async () => {
    await using world = await openProcessFixture(options);
    const child = world.sh("setsid sleep 50 & sleep 50");
    await waitUntil(() => listCarriers(world.runId).filter((name) => name === "sleep").length === 2);
    await world.scope.end();
    expect(await child.exit).toMatchObject({ code: null, signal: "SIGTERM" });
    expect(listCarriers(world.runId)).toEqual([]);
  });

  test.skipIf(finds !== "all")("a process without any environment is ended and counted", async () => {
    await using world = await openProcessFixture(options);
    const pid = await scrubbed(world);
    expect(listCarriers(world.runId)).toEqual([]);
    expect(await world.scope.end()).toBe(1);
    expect(isAlive(pid)).toBe(false);
  });

  test("a stranger is left alone", async () => {
    await using stranger = await openProcessFixture(options);
    await using world = await openProcessFixture(options);
    const other = stranger.sh("exec sleep 50");
    await world.sh("true").exit;
    await world.scope.end();
    expect(isAlive(other.pid ?? 0)).toBe(true);
  });
});

async function scrubbed(world: ProcessFixture): Promise<number> {
  await world.sh(
    "env -i setsid sh -c 'echo $$ > pid.new; mv pid.new pid; exec sleep 50' & while [ ! -e pid ]; do sleep 0.02; done",
  ).exit;
  return Number(readFileSync(join(world.folder, "pid"), "utf8"));
}

/** Starts a program that hides and then sleeps; returns its id once it is hidden. */
async function startHidden(world: ProcessFixture, hide: string): Promise<number> {
  const sleeper = `${hide}; echo $$ > ${world.folder}/pid.new; mv ${world.folder}/pid.new ${world.folder}/pid; exec sleep 50`;
  const program = `env -i PATH="$PATH" setsid sh -c 'cd /; exec > /dev/null 2>&1 < /dev/null; ${sleeper}' &`;
  await world.sh(`${program} while [ ! -e pid ]; do sleep 0.02; done`, { kept: true }).exit;
  return Number(readFileSync(join(world.folder, "pid"), "utf8"));
}

describe.skipIf(!hasTable)("a program that may run what an agent wrote, and starts another one", () => {
  const home = findCgroupHome()?.folder;
  const leaveGroup = `echo 0 > ${home}/cgroup.procs`;
  const tricks: readonly (readonly [string, (mark: LimitMark) => string])[] = [
    ["without its environment, session, folder and files", () => ":"],
    // By one only: limits far below could be those of any job on this machine, whose end would end the process as well.
    ["that also lowers one of its limits", (mark) => `ulimit -w ${mark.locks - 1}`],
    ["that also lowers both of its limits", (mark) => `ulimit -m ${mark.residentKb - 1}; ulimit -w ${mark.locks - 1}`],
    ...(home === undefined ? [] : ([["that leaves its control group", () => leaveGroup]] as const)),
  ];

  test.each(tricks)("%s is ended and counted", async (_how, hide) => {
    await using world = await openProcessFixture();
    const pid = await startHidden(world, hide(toLimitMark(world.runId)));
    expect(isAlive(pid)).toBe(true);
    expect(await world.scope.end()).toBe(1);
    expect(isAlive(pid)).toBe(false);
  });

  test.each(tricks.slice(0, 3))("%s is found without control groups", async (_how, hide) => {
    await using world = await openProcessFixture({ means: "marker" });
    const pid = await startHidden(world, hide(toLimitMark(world.runId)));
    expect(await world.scope.end()).toBe(1);
    expect(isAlive(pid)).toBe(false);
  });

  test("is found after AXIS was killed", async () => {
    await using world = await openProcessFixture({ means: "marker" });
    const pid = await startHidden(world, ":");
    expect(await endLeftoverProcesses([world.runId])).toBe(1);
    expect(isAlive(pid)).toBe(false);
  });

  test("does not end the hidden processes of another job", async () => {
    await using other = await openProcessFixture({ means: "marker" });
    await using world = await openProcessFixture({ means: "marker" });
    const [theirs, ours] = [await startHidden(other, ":"), await startHidden(world, ":")];
    await world.scope.end();
    expect([isAlive(theirs), isAlive(ours)]).toEqual([true, false]);
  });
});

test.skipIf(!hasTable)(
  "a process that works in the job's folder is ended, no matter which program started it",
  async () => {
    await using world = await openProcessFixture();
    await using scope = await openScope({ runId: `${world.runId}-own`, home: world.home, folder: world.folder });
    await scope.start({ program: "true", args: [], kept: true, cwd: world.folder, env: world.env }).exit;
    const stranger = world.sh("exec sleep 50", { env: { ...world.env, HOME: "/" } });
    const elsewhere = world.sh("exec sleep 50", { cwd: "/" });
    expect(await scope.end()).toBe(1);
    expect(await stranger.exit).toMatchObject({ signal: "SIGTERM" });
    expect(isAlive(elsewhere.pid ?? 0)).toBe(true);
  },
);

describe.skipIf(findCgroupHome() === null)("a control group", () => {
  const home = findCgroupHome()?.folder;
  const findOwn = (world: ProcessFixture) => `own=$(find ${home} -type d -name 'axis-${world.runId}.*')`;

  test("made inside the job's own is ended and removed with it", async () => {
    await using world = await openProcessFixture();
    const hide =
      "(echo 0 > $own/inner/cgroup.procs; touch in; exec env -i sleep 50) & until [ -e in ]; do sleep 0.02; done";
    await world.sh(`${findOwn(world)}; mkdir $own/inner; echo $own > group; ${hide}`).exit;
    const own = readFileSync(join(world.folder, "group"), "utf8").trim();
    expect(existsSync(join(own, "inner"))).toBe(true);
    expect(await world.scope.end()).toBe(1);
    expect(existsSync(own)).toBe(false);
  });

  test("that the job left and removed is replaced by a look for the marker", async () => {
    await using world = await openProcessFixture();
    const leave = `for pid in $(cat $own/cgroup.procs); do echo $pid > ${home}/cgroup.procs; done 2>/dev/null; rmdir $own`;
    await leaveBehind(world, `${findOwn(world)}; ${leave}; setsid sleep 50 &`, 1);
    expect(listLeftoverCgroups([world.runId])).toEqual([]);
    expect(await world.scope.end()).toBe(1);
    expect(listCarriers(world.runId)).toEqual([]);
  });
});

describe.skipIf(!hasTable)("an abort", () => {
  test("before the start means that nothing starts", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("touch started", { abort: AbortSignal.abort() });
    expect(await child.exit).toMatchObject({ code: null, signal: "SIGTERM", spawnError: null });
    expect(await collectLines(child.lines)).toEqual([]);
    expect(existsSync(join(world.folder, "started"))).toBe(false);
  });

  test("during the run ends the program and its group", async () => {
    const stop = new AbortController();
    await using world = await openProcessFixture();
    const child = world.sh("sleep 50 & sleep 50 & echo up; wait", { abort: stop.signal });
    await firstLine(child);
    stop.abort();
    expect(await child.exit).toMatchObject({ code: null, signal: "SIGTERM" });
    await waitUntil(() => listCarriers(world.runId).length === 0);
  });

  test("gives the rest of the group its grace, and then kills it", async () => {
    const stop = new AbortController();
    await using world = await openProcessFixture();
    const child = world.sh("(trap '' TERM; echo up; sleep 50; sleep 50) & wait", { abort: stop.signal, ...shortGrace });
    await firstLine(child);
    stop.abort();
    expect(await child.exit).toMatchObject({ signal: "SIGTERM" });
    await waitUntil(() => listCarriers(world.runId).length === 0);
  });

  test("lets a program that cleans up say how it ended", async () => {
    const stop = new AbortController();
    await using world = await openProcessFixture();
    const child = world.sh("trap 'echo bye; exit 9' TERM; echo up; sleep 50 & wait", {
      abort: stop.signal,
      graceMs: 20_000,
    });
    const lines = child.lines[Symbol.asyncIterator]();
    await lines.next();
    stop.abort();
    expect((await lines.next()).value).toBe("bye");
    expect(await child.exit).toMatchObject({ code: 9, signal: null });
  });
});

async function firstLine(child: Child): Promise<void> {
  await child.lines[Symbol.asyncIterator]().next();
}

describe.skipIf(!hasTable)("the marker", () => {
  test("is also the job's HOME, for a process that lost the number of its run", async () => {
    await using world = await openProcessFixture({ means: "marker" });
    await world.sh(
      `env -u AXIS_RUN_ID HOME=${world.home} setsid sh -c 'echo $$ > p; mv p pid; exec sleep 50' & while [ ! -e pid ]; do sleep 0.02; done`,
    ).exit;
    const pid = Number(readFileSync(join(world.folder, "pid"), "utf8"));
    expect(isAlive(pid)).toBe(true);
    await world.scope.end();
    expect(isAlive(pid)).toBe(false);
  });
});
