/** The runs of a competition that have a patch to look at, and the two that are shown first. */
import type { Competition } from "../../../src/core/report/competition.ts";
import type { Report } from "../../../src/core/report.ts";
import { listRuns, type ResultRun } from "../data/trials.ts";

export interface ContestRun extends ResultRun {
  readonly scenarioKey: string;
  readonly agentName: string;
}

/** In the order of the ranking. */
export function listContestRuns({ results }: Pick<Report, "results">, { ranking }: Competition): ContestRun[] {
  const order = ranking.map(({ agentName }) => agentName);
  return results
    .toSorted((one, other) => order.indexOf(one.agentName) - order.indexOf(other.agentName))
    .flatMap((result) => {
      const { scenarioKey, agentName } = result;
      return listRuns(result)
        .filter(({ status }) => status !== "not run")
        .map((run) => ({ ...run, scenarioKey, agentName }));
    });
}

interface PatchChoice {
  readonly competition: Competition;
  /** Run ids; empty or unknown for the first ones. */
  readonly patch: string;
  readonly other: string;
}

/** Two runs of one scenario: the chosen ones, else the proposed one and the best of the next agent. Null if there are no two. */
export function choosePatches(
  runs: readonly ContestRun[],
  { competition, patch, other }: PatchChoice,
): readonly [ContestRun, ContestRun] | null {
  const find = (id: string) => runs.find(({ runId }) => runId === id);
  const proposed = competition.proposals.map(({ runId }) => find(runId)).find((run) => run !== undefined);
  const one = find(patch) ?? proposed ?? runs[0];
  if (one === undefined) return null;
  const rivals = runs.filter(({ scenarioKey, runId }) => scenarioKey === one.scenarioKey && runId !== one.runId);
  const others = rivals.filter(({ agentName }) => agentName !== one.agentName);
  const chosen = rivals.find(({ runId }) => runId === other);
  const next = chosen ?? others.find(({ status }) => status === "passed") ?? others[0] ?? rivals[0];
  return next === undefined ? null : [one, next];
}
