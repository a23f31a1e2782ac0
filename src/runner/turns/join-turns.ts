/** Joins several turns of one agent: a single transcript, one sum of what was used, the ending of the last turn. */
import type { Entry } from "../../core/entry.ts";
import type { AgentTurn } from "../../core/scenario/gate.ts";
import type { DrivenRun } from "../../core/run.ts";
import { combineCosts, combineUsage } from "../../core/model/spending.ts";
import type { Turn } from "./agent-driver.ts";

export function joinTurns(turns: readonly [Turn, ...Turn[]]): DrivenRun {
  const [first] = turns;
  const last = turns.at(-1) ?? first;
  const recorders = turns.map(({ recorder }) => recorder);
  const tokenUsage = recorders.map((each) => each.tokenUsage).reduce(combineUsage, undefined);
  // If one turn reported no price, the total is unknown too.
  const cost = recorders
    .map((each) => each.totalCostUsd ?? null)
    .reduce<number | null | undefined>(combineCosts, undefined);
  const suspect = recorders.find((each) => each.suspect !== undefined)?.suspect;
  const sessionId = last.recorder.sessionId;
  return {
    startTime: first.startTime,
    endTime: last.endTime,
    durationMs: turns.reduce((sum, { durationMs }) => sum + durationMs, 0),
    outcome: last.outcome,
    exitCode: last.recorder.exitCode,
    transcript: joinTranscripts(turns),
    warnings: [...new Set(recorders.flatMap((each) => each.warnings))],
    orphans: turns.reduce((sum, { orphans }) => sum + orphans, 0),
    suspect,
    tokenUsage,
    ...(typeof cost === "number" ? { totalCostUsd: cost } : {}),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(turns.length === 1 ? {} : { turns: turns.map(toAgentTurn) }),
  };
}

/** Entries carry their turn number if there was more than one turn. */
function joinTranscripts(turns: readonly Turn[]): readonly Entry[] {
  const [only] = turns;
  if (turns.length === 1 && only !== undefined) return only.recorder.transcript;
  return turns.flatMap(({ turn, told, recorder }) =>
    [...(told === null ? [] : [told]), ...recorder.transcript].map((entry) => ({ ...entry, turn })),
  );
}

function toAgentTurn({ turn, start, repairs, status, durationMs }: Turn): AgentTurn {
  return { turn, start, repairs, status, durationMs };
}
