/** The result of an attempt: everything that goes into the database, now or once the database is available again. */
import { z } from "zod";
import { EventSettings } from "../../core/config/event-settings.ts";
import { RunDetail } from "../../core/report/run-detail.ts";
import { RunFacts } from "../../core/run/run-facts.ts";
import { RunEnding } from "../../core/run/run-row.ts";
import { timeStep, RunStep } from "../../core/run/run-step.ts";
import { scoreRun } from "../../judging/scorecard/score-run.ts";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { withRetries } from "../../store/sql/retry.ts";
import { finishRunRow, type FinishResult } from "../../store/sql/runs/scoring.ts";
import { saveStages } from "../../store/sql/runs/stages.ts";
import { storeFacts } from "../../store/sql/runs/runs.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import { toRunStages } from "./facts.ts";
import { type StoreLimits, applyLimits } from "../stored/stored-files.ts";
import { saveRaw } from "../stored/stored-raw.ts";
import { ClaimGone, saveFiles, saveDetail } from "../stored/stored-run.ts";
import type { WorkerTelemetry } from "../worker-telemetry.ts";

export const AttemptResult = z.object({
  runId: z.string(),
  attempt: z.number().int().positive(),
  facts: RunFacts,
  ending: RunEnding,
  /** Null if the run ended before it had a detail. */
  detail: RunDetail.nullable(),
  /** The folder with the captured files. */
  reportFolder: z.string().nullable(),
  /** The file with the agent's output, relative to that folder; missing if the agent did not run in this attempt. */
  raw: z.string().optional(),
  /** Where the project wants telemetry of the run sent. */
  events: EventSettings.optional(),
  /** The timed steps of this attempt. */
  steps: z.array(RunStep).optional(),
});
export type AttemptResult = z.infer<typeof AttemptResult>;

/** Where results are stored and announced. */
export interface ResultStore extends BlobStore {
  readonly now: () => Date;
  readonly telemetry?: WorkerTelemetry;
  /** How many files and bytes of the run are stored. */
  readonly limits?: StoreLimits;
}

/** Stores files, stages and facts, then finishes and scores the run. Safe to repeat: the run is scored once. */
export async function storeResult(result: AttemptResult, deps: ResultStore): Promise<FinishResult> {
  const { database, telemetry, now } = deps;
  const { facts, events, runId } = result;
  // The final scorecard is computed here, against the usual time in the database.
  const steps = (result.steps ?? []).filter(({ kind }) => kind !== "scorecard");
  const stepDeps = { now, onStep: (step: RunStep) => void steps.push(step) };
  try {
    await timeStep("upload", () => upload(deps, result), stepDeps);
    if (!(await withRetries(() => storeFacts(database, result, facts)))) return { status: "discarded" };
    const tells = await telemetry?.targetsFor(events);
    const scored = await timeStep("scorecard", () => finishRunRow(database, { ...result, tells }, scoreRun), stepDeps);
    if (scored.status === "scored") await telemetry?.send(runId, { settings: events, steps });
    return scored;
  } catch (error) {
    if (error instanceof ClaimGone) return { status: "discarded" };
    throw error;
  }
}

async function upload(deps: ResultStore, result: AttemptResult): Promise<void> {
  const { detail, reportFolder: folder } = result;
  if (detail !== null && folder === null) await withRetries(() => saveDetail(deps, result, detail));
  if (detail !== null && folder !== null) await uploadFiles(folder, { ...result, detail }, deps);
  await withRetries(() => storeStages(deps.database, result));
}

async function uploadFiles(folder: string, result: AttemptResult & { detail: RunDetail }, deps: ResultStore) {
  const { detail, raw } = await applyLimits({ detail: result.detail, raw: result.raw ?? null }, folder, deps.limits);
  await withRetries(() => saveDetail(deps, result, detail));
  await withRetries(() => saveFiles(deps, result, { detail, folder }));
  if (raw !== null) await withRetries(() => saveRaw(deps, result, { folder, raw }));
}

async function storeStages(database: Database, result: AttemptResult): Promise<void> {
  const stages = toRunStages(result.facts.stages, result.detail?.gates ?? []);
  if (!(await saveStages(database, result, stages))) throw new ClaimGone();
}
