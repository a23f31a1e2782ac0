/** What the form for a new competition asks for. Pure. */
import { readOrder } from "../runs/run-order.ts";

/** The body of the request, without its workspace. */
export interface ContestOrder {
  readonly scenarios: readonly string[];
  readonly agents: readonly string[];
  readonly trials: number;
  /** The commit that every entrant starts from, by any name. */
  readonly base: string;
  readonly until?: "decided";
}

export function readContest(data: FormData): ContestOrder {
  const { scenarios, agents, trials } = readOrder(data);
  const base = data.get("base");
  const name = typeof base === "string" ? base.trim() : "";
  return {
    scenarios,
    agents,
    trials,
    base: name === "" ? "HEAD" : name,
    ...(data.get("until") === "decided" && { until: "decided" as const }),
  };
}

/** Runs of the first round. */
export function countContestRuns({ scenarios, agents, trials }: ContestOrder): number {
  return scenarios.length * agents.length * trials;
}
