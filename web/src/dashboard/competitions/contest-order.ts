/** What the form for a new competition asks for. Pure. */
import { readOrder } from "../runs/run-order.ts";

/** The body of the request, without its workspace. */
export interface ContestOrder {
  readonly scenarios: readonly string[];
  /** Every agent of the project if none is named. */
  readonly agents?: readonly string[];
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
    ...(agents.length > 0 && { agents }),
    trials,
    base: name === "" ? "HEAD" : name,
    ...(data.get("until") === "decided" && { until: "decided" as const }),
  };
}

/** What the button does; undefined while something is missing. */
export function describeStart({ scenarios, agents, trials }: ContestOrder): string | undefined {
  if (scenarios.length === 0 || agents?.length === 1) return undefined;
  if (agents === undefined) return "Start with every agent";
  return `Start with ${scenarios.length * agents.length * trials} runs`;
}

/** What is missing. */
export function describeMissing({ scenarios }: ContestOrder): string {
  return scenarios.length === 0 ? "Choose a scenario" : "Choose another agent";
}
