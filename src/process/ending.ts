/** The one way processes are ended: SIGTERM, a while to go in peace, SIGKILL until none is left. */
import { setTimeout as sleep } from "node:timers/promises";
import { sendSignal } from "./signal.ts";

/** Processes that end together. */
export interface Pack {
  /** Started processes that have not exited yet; their groups were told to end by whoever started them. */
  readonly running: number;
  /** Numbers of what is alive now; a negative one stands for a whole group. */
  alive(): number[];
  /** Nothing is alive, and what held it together is cleared away. */
  isEmpty(): boolean;
  isTold(pid: number): boolean;
  /** Killed together with the started process that led its group, and not gone yet. */
  isDoomed(pid: number): boolean;
  kill(): void;
}

export const defaultGraceMs = 5000;
/** After this long even SIGKILL has not helped: the process hangs in the kernel, or is out of our reach. */
const killMs = 3000;
const longestWaitMs = 25;

/** Ends the pack; returns how many were alive when the last started process had exited. */
export async function endPack(pack: Pack, graceMs: number): Promise<number> {
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
    else tellNew(alive, told, pack);
    await sleep(waitMs);
  }
}

/** SIGTERM once to each: for many programs a second one means to drop everything. */
function tellNew(alive: readonly number[], told: Set<number>, pack: Pack): void {
  for (const pid of alive) {
    if (told.has(pid) || pack.isTold(pid)) continue;
    told.add(pid);
    sendSignal(pid, "SIGTERM");
  }
}
