/** Retries work after a transient store error: a lost connection, conflicting transactions, an unavailable object store. */
import { setTimeout as sleep } from "node:timers/promises";
import { systemCode } from "../../core/error.ts";
import { ConnectionLost } from "./drivers/connection-lost.ts";
import { ObjectsUnavailable } from "./files/objects/objects-unavailable.ts";

/** SQLSTATE: serialization failure, deadlock, connection errors, idle transaction, shutdown, startup, too many connections. */
const transientCodes = /^(?:40001|40P01|08...|25P03|57P0[123]|53300)$/;
const retries = 5;
const firstPauseMs = 200;
const longestPauseMs = 5_000;

export interface RetryOptions {
  readonly pause?: (ms: number) => Promise<unknown>;
  /** From 0 to 1. */
  readonly chance?: () => number;
}

/** Tries up to six times. The work must be its own transaction, so that a partial try is rolled back. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { pause = sleep, chance = Math.random }: RetryOptions = {},
) {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (failures === retries || !isTransient(error)) throw error;
      // Waits between half and all of the pause, so that callers that failed together do not retry together.
      await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + chance() / 2));
    }
  }
}

/** Whether someone has to fix a key or a setting of the object store before the same work can succeed. */
export function isPermanentRefusal(error: unknown): error is ObjectsUnavailable {
  return error instanceof ObjectsUnavailable && !error.isTransient;
}

/** Whether a retry of the same work may succeed. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  if (error instanceof ObjectsUnavailable) return error.isTransient;
  return transientCodes.test(systemCode(error) ?? "");
}
