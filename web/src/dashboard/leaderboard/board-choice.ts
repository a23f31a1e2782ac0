/** What the leaderboard is shown of, as it stands in the address. */
import type { Query } from "../api/api.ts";
import { periodFrom, periodStart } from "../parts/period.ts";

/** As the server has it where nothing is said. */
const usualMinRuns = 5;
const mostMinRuns = 1_000_000;

export interface BoardChoice {
  readonly scenario: string;
  readonly days: string;
  readonly minRuns: number;
}

export function choiceFrom(query: URLSearchParams): BoardChoice {
  return { scenario: query.get("scenario") ?? "", days: periodFrom(query), minRuns: minRunsOf(query.get("min_runs")) };
}

/** What was typed by hand and is no such number counts as nothing. */
function minRunsOf(text: string | null): number {
  const isNumber = text !== null && /^\d{1,7}$/.test(text);
  return isNumber && Number(text) >= 1 && Number(text) <= mostMinRuns ? Number(text) : usualMinRuns;
}

/** What the server is asked. */
export function boardQuery({ scenario, days, minRuns }: BoardChoice, workspace: string, now: Date): Query {
  return { workspace, scenario, since: periodStart(days, now), min_runs: minRuns };
}
