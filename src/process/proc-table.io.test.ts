/** A marker is an exact entry of an environment, nothing less. */
import { describe, expect, test } from "vitest";
import { readProcessState, listProcessesInGroups, listMarkedProcesses } from "./proc-table.ts";
import { openProcessFixture, waitUntil } from "./scope.fixture.ts";

describe.skipIf(process.platform !== "linux")("the process table", () => {
  test("finds a process by an exact entry and not by a part of one", async () => {
    await using world = await openProcessFixture();
    const mark = `MARK=${world.runId}`;
    const child = world.sh("exec sleep 50", {
      env: { ...world.env, MARK: world.runId, OTHER: `${mark}x`, LAST: mark },
    });
    await waitUntil(() => listMarkedProcesses({ entries: [mark] }).length > 0);
    expect(listMarkedProcesses({ entries: [mark] })).toEqual([child.pid]);
    expect(listMarkedProcesses({ entries: [`ARK=${world.runId}`] })).toEqual([]);
    expect(listMarkedProcesses({ entries: [mark.slice(0, -1)] })).toEqual([]);
    expect(listMarkedProcesses({ entries: ["OTHER=none", mark] })).toEqual([child.pid]);
  });

  test("finds an entry behind a very long environment", async () => {
    await using world = await openProcessFixture();
    const long = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`A${index}`, "x".repeat(100_000)]));
    const child = world.sh("exec sleep 50", { env: { ...world.env, ...long, ZLAST: world.runId } });
    await waitUntil(() => listMarkedProcesses({ entries: [`ZLAST=${world.runId}`] }).length > 0);
    expect(listMarkedProcesses({ entries: [`ZLAST=${world.runId}`] })).toEqual([child.pid]);
  });

  test("never names our own process", () => {
    expect(listMarkedProcesses({ entries: [`PATH=${process.env["PATH"]}`] })).not.toContain(process.pid);
  });

  test("knows the group of a process whose name tries to look like something else", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("cp $(command -v sleep) './a) Z 1 (b'; exec './a) Z 1 (b' 50");
    await waitUntil(() => listProcessesInGroups(new Set([child.pid ?? 0])).length === 1);
    expect(readProcessState(child.pid ?? 0)).toEqual({ group: child.pid, alive: true });
  });

  test("says of a process that is gone that it is gone", async () => {
    await using world = await openProcessFixture();
    const child = world.sh("true");
    await child.exit;
    expect(readProcessState(child.pid ?? 0)).toBeNull();
  });
});
