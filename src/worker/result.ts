/** The result of an attempt: everything the database is to be told about it, also when it does not answer for a while. */
import { z } from "zod";
import { RunDetail } from "../core/report.ts";
import { RunFacts } from "../core/run-facts.ts";
import { RunEnding } from "../core/run-row.ts";
import { scoreRun } from "../scorecard/score-run.ts";
import { withRetries } from "../store/sql/retry.ts";
import { finishRun, type Scored } from "../store/sql/runs/scoring.ts";
import { saveStages } from "../store/sql/runs/stages.ts";
import { storeFacts } from "../store/sql/runs/runs.ts";
import type { Database } from "../store/sql/schema/database.ts";
import { stagesOf } from "./facts.ts";
import { ClaimGone, saveFiles, saveDetail } from "./stored-run.ts";

export const AttemptResult = z.object({
  runId: z.string(),
  attempt: z.number().int().positive(),
  facts: RunFacts,
  ending: RunEnding,
  /** Null where the run never got that far. */
  detail: RunDetail.nullable(),
  /** Where captured files lie. */
  reportFolder: z.string().nullable(),
});
export type AttemptResult = z.infer<typeof AttemptResult>;

/** Stores files, stages and facts, then finishes and scores the run: once, however often this is done. */
export async function storeResult(database: Database, result: AttemptResult): Promise<Scored> {
  const { facts, ending, detail, reportFolder } = result;
  try {
    if (detail !== null) await withRetries(() => saveDetail(database, result, detail));
    if (detail !== null && reportFolder !== null)
      await withRetries(() => saveFiles(database, result, { detail, folder: reportFolder }));
    await withRetries(() => storeStages(database, result));
    if (!(await withRetries(() => storeFacts(database, result, facts)))) return { status: "discarded" };
    return await finishRun(database, { ...result, ending }, scoreRun);
  } catch (error) {
    if (error instanceof ClaimGone) return { status: "discarded" };
    throw error;
  }
}

async function storeStages(database: Database, result: AttemptResult): Promise<void> {
  const stages = stagesOf(result.facts.stages, result.detail?.gates ?? []);
  if (!(await saveStages(database, result, stages))) throw new ClaimGone();
}
