/** The only way processes are ended: SIGTERM, time to end on their own, then SIGKILL until none is left. */
import { setTimeout as sleep } from "node:timers/promises";
import { systemCode } from "../core/error.ts";
import { listChildren } from "./proc-table.ts";

/** A set of processes that end together. */
export interface ProcessSet {
  /** Started processes that have not exited yet; their groups were already asked to end when they were stopped. */
  readonly running: number;
  /** Ids of the processes that are alive now; a negative number is a whole group. */
  alive(): number[];
  /** Whether nothing is alive and all control groups are removed. */
  isEmpty(): boolean;
  isTold(pid: number): boolean;
  /** Whether it was killed together with the leader of its group and has not gone yet. */
  isDoomed(pid: number): boolean;
  kill(): void;
}

export const defaultGraceMs = 5000;
/** If even SIGKILL has not helped after this long, the process hangs in the kernel or is out of our reach. */
const killMs = 3000;
const longestWaitMs = 25;

/** Ends the processes; returns how many were alive when the last started process had exited. */
export async function endProcesses(pack: ProcessSet, graceMs: number): Promise<number> {
  if (pack.isEmpty()) return 0;
  const told = new Set<number>();
  const start = performance.now();
  let outlived: number | null = null;
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    const alive = pack.alive();
    if (pack.running === 0) outlived ??= alive.filter((pid) => !pack.isDoomed(pid)).length;
    if (alive.length === 0 && pack.isEmpty()) return outlived ?? 0;
    const passedMs = performance.now() - start;
    if (passedMs > graceMs + killMs) return outlived ?? alive.length;
    if (passedMs >= graceMs) pack.kill();
    else terminateNew(alive, told, pack);
    await sleep(waitMs);
  }
}

/** Sends SIGTERM once to each process, because many programs treat a second one as an order to abort at once. */
function terminateNew(alive: readonly number[], told: Set<number>, pack: ProcessSet): void {
  for (const pid of alive) {
    if (told.has(pid) || pack.isTold(pid)) continue;
    told.add(pid);
    sendSignal(pid, "SIGTERM");
  }
}

/**
 * Sends SIGTERM to every process below this one, and returns them. The process itself goes on: it is the outside of a
 * sandbox, and everything inside dies with it. While it is still being set up, nothing runs inside, so it can go at once.
 */
export function terminateInside(pid: number): number[] {
  const inside = listChildren(pid).flatMap((init) => listDescendants(init));
  if (inside.length === 0) sendSignal(-pid, "SIGTERM");
  for (const each of inside) sendSignal(each, "SIGTERM");
  return inside;
}

function listDescendants(pid: number): number[] {
  return listChildren(pid).flatMap((child) => [child, ...listDescendants(child)]);
}

/** Signals a process, or a group with a negative number. Returns false if nothing could receive the signal. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  if (!Number.isSafeInteger(target) || Math.abs(target) <= 1 || Math.abs(target) === process.pid) return false;
  try {
    return process.kill(target, signal);
  } catch (error) {
    // It exists but belongs to someone else.
    return signal === 0 && systemCode(error) === "EPERM";
  }
}

/**
 * Whether a group whose leader has already exited still has processes. The system gives no new process an id that a group
 * still uses, so a process with the leader's id means that the group is gone and the id was reused.
 */
export function hasGroupSurvivors(leader: number): boolean {
  return sendSignal(-leader, 0) && !sendSignal(leader, 0);
}
