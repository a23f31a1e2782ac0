/** Ends everything at once: when there is no time to wait, and after AXIS itself was killed. */
import { listCgroupMembers, killCgroup, removeCgroup } from "./cgroup.ts";
import { listLeftoverCgroups } from "./cgroup-home.ts";
import { defaultGraceMs, endProcesses, type ProcessSet, sendSignal } from "./end-processes.ts";
import { toLimitMark } from "./limit-mark.ts";
import { openTrackers } from "./process-tracker.ts";
import { hasProcTable, listMarkedProcesses, type ProcessMarks } from "./proc-table.ts";

/** How long to wait for killed processes, so that none outlives AXIS: on a busy machine they die late. */
const maxWaitMs = 3_000;
const waitMs = 5;

/** Sends SIGKILL to every process this AXIS started that is still running; for a second Ctrl-C, and at exit. */
export function killAllNow(): void {
  const deadline = performance.now() + maxWaitMs;
  let fences = [...openTrackers];
  for (const fence of fences) fence.close();
  openTrackers.clear();
  while (fences.length > 0) {
    for (const fence of fences) fence.kill();
    fences = fences.filter((fence) => !fence.isClear());
    if (fences.length === 0 || performance.now() > deadline) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  }
}

/** Ends the remaining processes of runs whose AXIS is gone, by marker and by control group. Returns how many there were. */
export async function endLeftoverProcesses(runIds: readonly string[]): Promise<number> {
  const named = runIds.filter((runId) => runId !== "");
  if (named.length === 0) return 0;
  return endProcesses(new Leftovers(named), defaultGraceMs);
}

class Leftovers implements ProcessSet {
  readonly running = 0;
  readonly #marks: ProcessMarks | null;
  readonly #folders: readonly string[];

  constructor(runIds: readonly string[]) {
    this.#marks = hasProcTable()
      ? { entries: runIds.map((runId) => `AXIS_RUN_ID=${runId}`), limits: runIds.map(toLimitMark) }
      : null;
    this.#folders = listLeftoverCgroups(runIds);
  }

  alive(): number[] {
    const marked = this.#marks === null ? [] : listMarkedProcesses(this.#marks);
    return [...new Set([...this.#folders.flatMap(listCgroupMembers), ...marked])];
  }

  isEmpty(): boolean {
    return this.#folders.map(removeCgroup).every(Boolean) && this.alive().length === 0;
  }

  isDoomed(): boolean {
    return false;
  }

  isTold(): boolean {
    return false;
  }

  kill(): void {
    for (const folder of this.#folders) killCgroup(folder);
    for (const pid of this.alive()) sendSignal(pid, "SIGKILL");
  }
}
