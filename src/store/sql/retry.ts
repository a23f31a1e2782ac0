/** Repeats work that the store refused for the moment: a lost connection, two transactions in each other's way, objects out of reach. */
import { setTimeout as sleep } from "node:timers/promises";
import { systemCode } from "../../core/error.ts";
import { ConnectionLost } from "./drivers/connection-lost.ts";
import { ObjectsUnavailable } from "./files/objects/objects-unavailable.ts";

/** SQLSTATE: serialisation failure, deadlock, connection classes, stood still, shutting down, starting up, too many connections. */
const passing = /^(?:40001|40P01|08...|25P03|57P0[123]|53300)$/;
const retries = 5;
const firstPauseMs = 200;
const longestPauseMs = 5_000;

export interface Patience {
  readonly pause?: (ms: number) => Promise<unknown>;
  /** From 0 to 1. */
  readonly chance?: () => number;
}

/** Tries up to six times. The work must be a transaction of its own: what was half done is undone. */
export async function withRetries<T>(work: () => Promise<T>, { pause = sleep, chance = Math.random }: Patience = {}) {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (failures === retries || !isPassing(error)) throw error;
      // Between half and the whole of it, so that those who failed together do not return together.
      await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + chance() / 2));
    }
  }
}

/** Whether somebody has to set right a key or a setting of the object store before the same work can succeed. */
export function isLastingRefusal(error: unknown): error is ObjectsUnavailable {
  return error instanceof ObjectsUnavailable && !error.mayPass;
}

/** Whether the same work may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  if (error instanceof ObjectsUnavailable) return error.mayPass;
  return passing.test(systemCode(error) ?? "");
}
