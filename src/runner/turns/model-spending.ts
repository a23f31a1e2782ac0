/** Adds what the gateway saw to a run: its requests, and its usage and cost, which win over what the agent reports. */
import type { ModelCall } from "../../core/model/model-call.ts";
import { sumModelCalls } from "../../core/model/model-call.ts";
import { combineUsage } from "../../core/model/spending.ts";
import type { TokenUsage } from "../../core/model/token-usage.ts";
import type { DrivenRun, Run } from "../../core/run.ts";

/** How far the agent's own figure may be off without a warning. */
const tolerance = 0.05;

type SpentRun = DrivenRun & Pick<Run, "modelCalls" | "costFrom">;

export function addModelCalls(driven: DrivenRun, calls: readonly ModelCall[]): SpentRun {
  if (calls.length === 0) return driven;
  const modelCalls = sumModelCalls(calls);
  const { tokenUsage = driven.tokenUsage, costUsd } = modelCalls;
  const isKnown = costUsd !== null && modelCalls.tokenUsage !== undefined;
  if (!isKnown) return { ...driven, tokenUsage, modelCalls };
  const warning = describeDifference(driven.totalCostUsd, costUsd);
  return {
    ...driven,
    tokenUsage,
    totalCostUsd: costUsd,
    costFrom: "gateway",
    modelCalls,
    warnings: warning === null ? driven.warnings : [...driven.warnings, warning],
  };
}

function describeDifference(reported: number | undefined, seen: number): string | null {
  if (reported === undefined || Math.abs(reported - seen) <= tolerance * Math.max(reported, seen)) return null;
  const format = (usd: number) => `$${Number(usd.toPrecision(3))}`;
  return `the agent reported a cost of ${format(reported)}, but its model requests cost ${format(seen)}`;
}

/** What the requests of one turn have used so far. */
export class TurnSpending {
  usage: TokenUsage | undefined;
  /** The known part. */
  costUsd: number | undefined;

  add({ usage, costUsd }: ModelCall): void {
    this.usage = combineUsage(this.usage, usage);
    if (typeof costUsd === "number") this.costUsd = (this.costUsd ?? 0) + costUsd;
  }
}
