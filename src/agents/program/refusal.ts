/** Finds out from a program's session records why a model's server refused, if the program's output does not tell. */
import type { AgentIO } from "../../core/agent.ts";
import type { FailureCode, Outcome } from "../../core/outcome.ts";
import { statusFailure } from "../transcript/formats/common/failure.ts";

/** Where the records are, and the program that can export them. */
export interface SessionRecords {
  readonly home: string;
  readonly spawn: AgentIO["spawn"];
  readonly program: readonly [string, ...string[]];
}

/**
 * Finds the HTTP status of the last response in a session, or the failure it means; undefined if the records have none.
 * `outcome` is what the program's output says.
 */
export type FindRefusal = (
  sessionId: string,
  records: SessionRecords,
  outcome: Outcome,
) => Promise<number | FailureCode | undefined>;

/** Ids become file names and arguments, so they may only be a single word. */
export function isPlainSessionId(id: string): boolean {
  return /^\w[\w-]{0,127}$/.test(id);
}

/** How to look into the records of a session. */
export interface RefusalSearch {
  readonly find: FindRefusal | undefined;
  readonly sessionId: string | undefined;
  /** The program reports a refusal as if it were an answer. */
  readonly hidesRefusals?: boolean | undefined;
}

/** Adds the failure that the records tell of. If they tell nothing, the outcome stays as it is. */
export async function addRefusalCode(
  outcome: Outcome,
  { find, sessionId, hidesRefusals = false }: RefusalSearch,
  records: SessionRecords,
): Promise<Outcome> {
  if (find === undefined || !isInDoubt(outcome, hidesRefusals)) return outcome;
  if (sessionId === undefined || !isPlainSessionId(sessionId)) return outcome;
  // If the records are missing or unreadable, the program's output is all that is known.
  const refusal = await find(sessionId, records, outcome).catch(() => undefined);
  const code = typeof refusal === "number" ? statusFailure(refusal) : refusal;
  if (code === undefined) return outcome;
  const message = outcome.status === "completed" ? (outcome.result ?? "") : outcome.message;
  return { status: "failed", code, message: message === "" ? "The model's server refused" : message };
}

/** Whether the records can say more about the outcome than the output did. */
function isInDoubt(outcome: Outcome, hidesRefusals: boolean): boolean {
  if (outcome.status === "completed") return hidesRefusals;
  return outcome.status === "failed" && (outcome.code === "network" || outcome.code === "agent");
}
