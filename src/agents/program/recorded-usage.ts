/** Finds what a session used in a program's own records, if its output does not say, for example because it was stopped. */
import type { AgentIO } from "../../core/agent.ts";
import type { TokenUsage } from "../../core/model/token-usage.ts";
import type { LineTurn } from "../line-turn.ts";
import { isPlainSessionId } from "./refusal.ts";

/** Finds what a session has used so far; undefined if its records do not say. */
export type FindUsage = (sessionId: string, records: { readonly home: string }) => Promise<TokenUsage | undefined>;

/** Reports recorded usage if the turn has none. Without readable records, the usage stays unknown. */
export async function reportRecordedUsage(turn: LineTurn, find: FindUsage | undefined, io: AgentIO): Promise<void> {
  const { sessionId } = turn;
  if (find === undefined || turn.hasUsage || sessionId === undefined || !isPlainSessionId(sessionId)) return;
  const usage = await find(sessionId, { home: io.home }).catch(() => undefined);
  if (usage !== undefined) io.usage(usage);
}
