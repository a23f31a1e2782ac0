/** All scenarios with runs, and their results. */
import type { Database } from "../schema/database.ts";
import { selectScoredRuns, tallyColumns, toTalliedMean, type TalliedMean } from "./tally.ts";

export interface ScenarioSummary extends TalliedMean {
  readonly scenario: string;
  readonly runs: number;
  readonly completed: number;
  readonly passed: number;
  readonly failed: number;
}

/** All scenarios of one workspace or of all, sorted by key. */
export async function listScenarios(database: Database, workspaceId?: string): Promise<ScenarioSummary[]> {
  const rows = await selectScoredRuns(database, workspaceId)
    .select("runs.scenario_key as scenario")
    .select(tallyColumns)
    .groupBy("runs.scenario_key")
    .execute();
  return rows
    .toSorted((one, other) => (one.scenario < other.scenario ? -1 : 1))
    .map(({ scenario, runs, completed, passed, failed, ...tally }) => ({
      scenario,
      runs,
      completed,
      passed,
      failed,
      ...toTalliedMean(tally),
    }));
}
