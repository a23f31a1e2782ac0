/** The stages of a run and every execution of its gates, stored under their attempt. */
import { isDeepStrictEqual } from "node:util";
import { type RunStage, StageExecution } from "../../../core/run/run-stage.ts";
import type { Database } from "../schema/database.ts";
import { toTextColumn } from "../text.ts";
import { addEvents } from "./run-events.ts";
import { type Attempt, isHeldBy } from "./runs.ts";

/** The limit of the table column. */
const tailBytes = 16_384;

/** Writes the current stages and announces changed ones; executions are only added. Returns false if the claim is gone. */
export async function saveStages(database: Database, attempt: Attempt, stages: readonly RunStage[]): Promise<boolean> {
  if (stages.length === 0) return true;
  return await database.transaction().execute(async (transaction) => {
    const run = await transaction
      .selectFrom("runs")
      .select("workspace_id")
      .where(isHeldBy(attempt))
      .forShare()
      .executeTakeFirst();
    if (run === undefined) return false;
    const before = await readStages(transaction, attempt);
    const changed = stages.filter((stage) => !before.some((known) => isSameStage(known, stage)));
    for (const stage of changed) await saveStage(transaction, attempt, stage);
    const told = changed.filter((stage) => stage.executions > countExecutions(before, stage));
    if (told.length === 0) return true;
    const data = { attempt: attempt.attempt, stages: told.map(({ kind, name, passed }) => ({ kind, name, passed })) };
    await addEvents(transaction, [{ workspaceId: run.workspace_id, runId: attempt.runId, type: "run.stage", data }]);
    return true;
  });
}

function countExecutions(stages: readonly RunStage[], { kind, name }: RunStage): number {
  return stages.find((stage) => stage.kind === kind && stage.name === toTextColumn(name))?.executions ?? 0;
}

/** Existing executions never change, so comparing their number is enough. */
function isSameStage({ runs: known, ...before }: RunStage, { runs, ...now }: RunStage): boolean {
  return known.length === runs.length && isDeepStrictEqual(before, { ...now, name: toTextColumn(now.name) });
}

async function saveStage(transaction: Database, { runId, attempt }: Attempt, stage: RunStage): Promise<void> {
  const { runs, position, kind, ...facts } = stage;
  const values = { ...facts, name: toTextColumn(facts.name) };
  await transaction
    .insertInto("run_stages")
    .values({ run_id: runId, attempt, position, kind, ...values })
    .onConflict((conflict) => conflict.columns(["run_id", "attempt", "position"]).doUpdateSet(values))
    .execute();
  if (runs.length === 0) return;
  await transaction
    .insertInto("gate_results")
    .values(runs.map((run) => ({ run_id: runId, attempt, position, ...run, output_tail: toTail(run.output_tail) })))
    .onConflict((conflict) => conflict.columns(["run_id", "attempt", "position", "execution"]).doNothing())
    .execute();
}

/** The end of the output, within the byte limit and without a partial character. */
function toTail(text: string): string {
  const bytes = Buffer.from(toTextColumn(text));
  if (bytes.length <= tailBytes) return bytes.toString("utf8");
  let start = bytes.length - tailBytes;
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start).toString("utf8");
}

/** The stages of one attempt in order, each with its executions. */
export async function readStages(database: Database, { runId, attempt }: Attempt): Promise<RunStage[]> {
  const stages = await database
    .selectFrom("run_stages")
    .select(["position", "kind", "name", "counts", "executions", "first_passed", "passed", "repair_loops"])
    .where("run_id", "=", runId)
    .where("attempt", "=", attempt)
    .orderBy("position")
    .execute();
  const results = await database
    .selectFrom("gate_results")
    .select(["position", "execution", "turn", "passed", "exit_code", "ended_by", "wall_ms", "tree_id", "output_tail"])
    .where("run_id", "=", runId)
    .where("attempt", "=", attempt)
    .orderBy("position")
    .orderBy("execution")
    .execute();
  return stages.map((stage) => ({
    ...stage,
    runs: results.filter(({ position }) => position === stage.position).map((result) => StageExecution.parse(result)),
  }));
}
