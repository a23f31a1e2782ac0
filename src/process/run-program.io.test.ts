/** A program run to its end, with everything it said. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { waitForExit, runProgram } from "./run-program.ts";
import { isAlive, openProcessFixture, waitUntil, type ProcessFixture } from "./scope.fixture.ts";

/** With patience for those that are told to end, and do. */
function line(world: ProcessFixture, program: string) {
  return { program, args: [], shell: true, cwd: world.folder, env: world.env, graceMs: 60_000 };
}

describe.skipIf(process.platform === "win32")("a program run to its end", () => {
  test("leaves its stdout byte for byte, its stderr and its exit", async () => {
    await using world = await openProcessFixture();
    const done = await runProgram(world.scope, line(world, "printf 'a\\r\\nb\\n\\n'; echo no >&2; exit 2"));
    expect(done).toMatchObject({ stdout: "a\r\nb\n\n", stdoutCut: false, timedOut: false, aborted: false });
    expect(done.exit).toMatchObject({ code: 2, stderr: "no\n" });
  });

  test("keeps the end of a long stdout and says that it was cut", async () => {
    await using world = await openProcessFixture();
    const done = await runProgram(world.scope, { ...line(world, "seq 200000"), outputLimitBytes: 14 });
    expect(done).toMatchObject({ stdout: "199999\n200000\n", stdoutCut: true });
  });

  test("is stopped when its time runs out, and what it said until then is kept", async () => {
    await using world = await openProcessFixture();
    const done = await runProgram(world.scope, { ...line(world, "echo begun; sleep 50"), timeoutMs: 2_000 });
    expect(done).toMatchObject({ stdout: "begun\n", timedOut: true, aborted: false });
    expect(done.exit).toMatchObject({ code: null, signal: "SIGTERM" });
  });

  test.skipIf(process.platform !== "linux")("that ended while this process was busy has ended in time", async () => {
    await using world = await openProcessFixture();
    // From here on the clock is looked at before anything else that waits.
    await new Promise((resolve) => setImmediate(resolve));
    const child = world.sh("true");
    const running = waitForExit(child, { timeoutMs: 50 });
    // Nothing is heard until it is over, and its time is, too.
    do Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    while (isAlive(child.pid ?? 0));
    expect(await running).toMatchObject({ stoppedBy: null, exit: { code: 0, signal: null } });
  });

  test("that ignores SIGTERM is killed after the grace", async () => {
    await using world = await openProcessFixture();
    const stop = new AbortController();
    const stubborn = line(world, "trap '' TERM; touch deaf; for i in 1 2 3 4 5 6 7 8 9; do sleep 5; done");
    const running = runProgram(world.scope, { ...stubborn, graceMs: 200, abort: stop.signal });
    await waitUntil(() => existsSync(join(world.folder, "deaf")));
    stop.abort();
    expect((await running).exit.signal).toBe("SIGKILL");
  });

  test("is stopped by an abort, and that is the reason reported", async () => {
    const stop = new AbortController();
    await using world = await openProcessFixture();
    const running = runProgram(world.scope, { ...line(world, "sleep 50"), abort: stop.signal, timeoutMs: 40_000 });
    stop.abort();
    expect(await running).toMatchObject({ aborted: true, timedOut: false, exit: { signal: "SIGTERM" } });
  });

  test("aborted after its end is not aborted", async () => {
    const stop = new AbortController();
    await using world = await openProcessFixture();
    const done = await runProgram(world.scope, { ...line(world, "true"), abort: stop.signal });
    stop.abort();
    expect(done.aborted).toBe(false);
  });

  test("that cannot start says so", async () => {
    await using world = await openProcessFixture();
    const done = await runProgram(world.scope, { ...line(world, "no-such-program-anywhere"), shell: false });
    expect(done).toMatchObject({ stdout: "", exit: { spawnError: "ENOENT" }, timedOut: false });
  });

  test("may have more time than a timer can count", async () => {
    await using world = await openProcessFixture();
    const done = await runProgram(world.scope, { ...line(world, "echo fine"), timeoutMs: 1e12 });
    expect(done).toMatchObject({ stdout: "fine\n", timedOut: false });
  });
});
