/** Finds the status with which a model's server refused, from a program's session records, if its output has none. */
import type { AgentIO } from "../../core/agent.ts";
import type { Outcome } from "../../core/outcome.ts";
import { statusFailure } from "../transcript/formats/common/failure.ts";

/** Where the records are, and the program that can export them. */
export interface SessionRecords {
  readonly home: string;
  readonly spawn: AgentIO["spawn"];
  readonly program: readonly [string, ...string[]];
}

/** Finds the HTTP status of the last response in a session; undefined if its records have none. */
export type FindRefusal = (sessionId: string, records: SessionRecords) => Promise<number | undefined>;

/** Ids become file names and arguments, so they may only be a single word. */
export function isPlainSessionId(id: string): boolean {
  return /^\w[\w-]{0,127}$/.test(id);
}

/** Adds the failure code for the status to the outcome. Without a status the outcome stays as it is. */
export async function addRefusalCode(
  outcome: Outcome,
  asked: { readonly find: FindRefusal | undefined; readonly sessionId: string | undefined },
  records: SessionRecords,
): Promise<Outcome> {
  const { find, sessionId } = asked;
  if (outcome.status !== "failed" || outcome.code !== "network" || find === undefined) return outcome;
  if (sessionId === undefined || !isPlainSessionId(sessionId)) return outcome;
  // If the records are missing or unreadable, the outcome stays: the model could not be reached.
  const status = await find(sessionId, records).catch(() => undefined);
  const code = statusFailure(status);
  return code === undefined ? outcome : { ...outcome, code };
}
