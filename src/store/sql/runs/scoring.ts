/** The scoring transaction: finishes a run, scores it once and adds it to the latency baseline, or does none of these. */
import { isLatencySample } from "../../../core/run/latency-baseline.ts";
import { LatencyBaseline, RunFacts, type ScoreRun } from "../../../core/run/run-facts.ts";
import type { RunEnding } from "../../../core/run/run-row.ts";
import type { RunScorecard } from "../../../core/run/run-scorecard.ts";
import { withRetries } from "../retry.ts";
import type { Database } from "../schema/database.ts";
import { lockLatencyBaseline, type BaselineKey, refreshLatencyBaseline, toScopeKey } from "./latency-baseline.ts";
import {
  toEndingEvents,
  insertLatencySample,
  insertScore,
  type TelemetryTargets,
  updateFinishedRun,
} from "./run-ending.ts";
import { addEvents } from "./run-events.ts";
import { type Attempt, isHeldBy, type RunRow } from "./runs.ts";

export interface FinishRequest extends Attempt {
  readonly ending: RunEnding;
  /** Used if no facts were stored, for example when the run's worker was lost. */
  readonly factsIfNone?: RunFacts;
  /** When the report scored the run. Defaults to now. */
  readonly scoredAt?: Date | undefined;
  /** The telemetry that the caller sends once the run is scored. Defaults to none. */
  readonly tells?: TelemetryTargets | undefined;
}

/** `discarded`: another attempt owns the run, or it is already finished. */
export type FinishResult =
  | { readonly status: "scored"; readonly card: RunScorecard }
  | { readonly status: "discarded" };

const noTargets: TelemetryTargets = { posthog: false, otel: false };

/** Finishes and scores one run. Safe to repeat, and retries by itself if the connection breaks. */
export async function finishRunRow(
  database: Database,
  finishing: FinishRequest,
  scoreRun: ScoreRun,
): Promise<FinishResult> {
  return await withRetries(() =>
    database.transaction().execute((transaction) => finishInTransaction(transaction, finishing, scoreRun)),
  );
}

async function finishInTransaction(
  transaction: Database,
  finishing: FinishRequest,
  scoreRun: ScoreRun,
): Promise<FinishResult> {
  const began = performance.now();
  const run = await lockAttempt(transaction, finishing);
  if (run === undefined) return { status: "discarded" };
  const facts = run.facts === null ? requireFacts(finishing) : RunFacts.parse(run.facts);
  const key: BaselineKey = {
    workspaceId: run.workspace_id,
    scope: facts.baseline_scope,
    scenarioKey: run.scenario_key,
  };
  const baseline = await (run.competition_id === null
    ? lockLatencyBaseline(transaction, key)
    : readFrozenBaseline(transaction, run.competition_id, key));
  const card = scoreRun(facts, baseline, facts.weights);
  await updateFinishedRun(transaction, { run, facts, ending: finishing.ending });
  const scoringMicros = Math.round((performance.now() - began) * 1_000);
  const scoreSeq = await insertScore(transaction, run, { ...card, scoringMicros, scoredAt: finishing.scoredAt });
  // Competitions have their own baseline.
  const feedsBaseline = facts.feeds_baseline && run.feeds_baseline && run.competition_id === null;
  const finished = { ...facts, feeds_baseline: feedsBaseline };
  if (scoreSeq !== undefined && isLatencySample(finished)) {
    await insertLatencySample(transaction, run, { wallMs: finished.wall_ms, scoreSeq });
    await refreshLatencyBaseline(transaction, key);
  }
  const { ending, tells = noTargets } = finishing;
  await addEvents(transaction, toEndingEvents(run, card, { facts, ending, tells }));
  return { status: "scored", card };
}

async function lockAttempt(transaction: Database, attempt: Attempt): Promise<RunRow | undefined> {
  return await transaction.selectFrom("runs").selectAll().where(isHeldBy(attempt)).forUpdate().executeTakeFirst();
}

function requireFacts({ runId, factsIfNone }: FinishRequest): RunFacts {
  if (factsIfNone === undefined) throw new Error(`Run ${runId} cannot be scored because it has no facts`);
  return factsIfNone;
}

/** Copied when the competition began, so that its runs do not change each other's usual time. */
async function readFrozenBaseline(
  transaction: Database,
  competitionId: string,
  key: BaselineKey,
): Promise<LatencyBaseline | null> {
  const row = await transaction
    .selectFrom("competitions")
    .select("baselines")
    .where("id", "=", competitionId)
    .executeTakeFirst();
  const stored = row?.baselines[toScopeKey(key)];
  if (typeof stored !== "object" || stored === null) return null;
  return LatencyBaseline.safeParse({ ...stored, frozen: true }).data ?? null;
}
