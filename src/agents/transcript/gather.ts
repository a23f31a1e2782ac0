/** Gathers everything that can be examined after a run. */
import type { Check, VerifiedCheck } from "../../core/scenario/check.ts";
import type { Entry } from "../../core/entry.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { TokenUsage } from "../../core/model/token-usage.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { buildInteractions } from "./interactions.ts";

/** What a run left behind. */
export interface GatheredRun {
  readonly scenarioKey: string;
  readonly task: string;
  readonly checks: readonly Check[] | null;
  readonly verified: readonly VerifiedCheck[];
  readonly outcome: Outcome;
  readonly durationMs: number | null;
  readonly tokenUsage: TokenUsage | null;
  readonly transcript: readonly Entry[];
  /** Start of the agent process. */
  readonly startTime?: string | null;
  /** Programs and hosts that are services; default: the built-in table. */
  readonly services?: readonly string[] | undefined;
}

/** Gathers the evidence of a run and computes its interactions. */
export function gatherEvidence({ startTime, services, ...run }: GatheredRun): Evidence {
  return {
    ...run,
    calledTool: run.transcript.some(({ type }) => type === "tool_use"),
    finalAnswer: run.outcome.status === "completed" ? run.outcome.result : null,
    interactions: buildInteractions(run.transcript, {
      ...(startTime === undefined ? {} : { startTime }),
      ...(services === undefined ? {} : { services: new Set(services) }),
    }),
  };
}

/** Collects all evidence from a stored run. */
export function evidenceFromRun(detail: RunDetail): Evidence {
  return gatherEvidence({
    scenarioKey: detail.scenarioKey,
    task: detail.prompt,
    checks: typeof detail.judge === "string" ? [{ check: detail.judge, weight: 1 }] : detail.judge,
    verified: detail.checks,
    outcome: detail.outcome,
    durationMs: detail.durationMs,
    tokenUsage: detail.tokenUsage ?? null,
    transcript: detail.output.transcript,
    startTime: detail.output.metadata.startTime,
    services: detail.resolvedConfig.services,
  });
}
