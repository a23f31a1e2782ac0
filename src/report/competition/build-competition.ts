/** Makes the competition part of a report from its results. */
import type {
  Competition,
  CompetitionBranch,
  CompetitionPlace,
  CompetitionRank,
} from "../../core/report/competition.ts";
import type { Report } from "../../core/report.ts";
import { resolveVerdictRules, type VerdictSettings } from "../../core/report/verdict.ts";
import { writeHeadline } from "./competition-words.ts";
import { compareWinner, type ProofRequest } from "./prove-winner.ts";
import { addUpDuels, type JudgedDuels } from "./judge-competition.ts";
import { findBestRun, listEntrantRuns, rankEntrants } from "./rank-entrants.ts";

/** What is known about a competition before its runs. */
export interface CompetitionStart {
  readonly id: string;
  readonly base: Competition["base"];
  readonly isDirty: boolean;
  readonly rank: CompetitionRank;
  readonly concurrency: number;
  readonly agents: readonly string[];
  /** Planned runs of each agent. */
  readonly runs: number;
  /** With --until decided: after how many trials AXIS looks at the competition; the last one is the most. */
  readonly looks?: readonly number[] | undefined;
}

export function buildCompetition(
  { results, seed, reportId }: Pick<Report, "results" | "seed" | "reportId">,
  { agents, runs: planned, looks, ...start }: CompetitionStart,
  more: {
    readonly branches: readonly CompetitionBranch[];
    readonly verdict?: VerdictSettings;
    readonly judged?: JudgedDuels | undefined;
  },
): Competition {
  const settings = resolveVerdictRules(more.verdict);
  const look = looks === undefined ? undefined : findLook(results, looks, settings.alpha);
  const rules = { ...settings, alpha: look?.alpha ?? settings.alpha };
  const runs = look === undefined ? planned : (planned / look.most) * look.trials;
  const draws = seed ?? reportId;
  const judging = more.judged === undefined ? undefined : addUpDuels(more.judged, draws);
  const ranking = rankEntrants(results, { agents, runs, rank: start.rank, judging });
  const winner = findWinner(ranking);
  const others = ranking.map(({ agentName }) => agentName).filter((agent) => agent !== winner);
  const proof = prove(results, { winner, others, rules, seed: draws });
  const made = { ...start, ranking, winner, ...proof };
  return {
    ...made,
    metric: rules.metric,
    alpha: settings.alpha,
    ...(look !== undefined && { look }),
    headline: writeHeadline(made),
    branches: [...more.branches],
    ...(judging !== undefined && { judging }),
    proposals: winner === null ? [] : listProposals(results, { winner, rank: start.rank, branches: more.branches }),
  };
}

/**
 * The look that the runs have reached. Each look has an equal share of the level, so that looking repeatedly is not
 * wrong more often than looking once.
 */
function findLook(results: Report["results"], looks: readonly number[], alpha: number): Competition["look"] {
  const most = looks.at(-1) ?? 1;
  const ran = results.flatMap(listEntrantRuns).filter(({ status }) => status !== "not run");
  const last = ran.reduce((highest, { trial }) => Math.max(highest, trial), 1);
  const index = looks.findIndex((trials) => last <= trials);
  return { number: index + 1, of: looks.length, trials: looks[index] ?? most, most, alpha: alpha / looks.length };
}

function prove(
  results: Report["results"],
  { winner, ...request }: Omit<ProofRequest, "winner"> & { readonly winner: string | null },
): Pick<Competition, "verdict" | "differences"> {
  if (winner === null) return { verdict: null, differences: [] };
  const differences = compareWinner(results, { winner, ...request });
  return { verdict: differences.every(({ isBehind }) => isBehind) ? "PROVEN" : "TOO CLOSE", differences };
}

/** The first place, if it passed at all. */
function findWinner([first]: readonly CompetitionPlace[]): string | null {
  return first === undefined || first.passed === 0 ? null : first.agentName;
}

function listProposals(
  results: Report["results"],
  { winner, rank, branches }: { winner: string; rank: CompetitionRank; branches: readonly CompetitionBranch[] },
): Competition["proposals"] {
  return results
    .filter(({ agentName }) => agentName === winner)
    .flatMap((result) => {
      const best = findBestRun(listEntrantRuns(result), rank);
      if (best === undefined) return [];
      const { scenarioKey, trial, runId } = best;
      const kept = branches.find((each) => each.runId === runId);
      return [{ scenarioKey, trial, runId, branch: kept?.branch ?? null, commit: kept?.commit ?? null }];
    });
}
