/** The numbers of each agent by report, for a chart. */
import type { ReportEntry } from "../api/answers.ts";

export interface AgentLine {
  readonly agent: string;
  /** Oldest first. */
  readonly points: readonly AgentLinePoint[];
}

interface AgentLinePoint {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly value: number;
  readonly lower: number | null;
  readonly upper: number | null;
}

const dayMs = 86_400_000;
const shownDays = 30;
/** More lines cannot be told apart; those with the most reports are drawn. */
const maxLines = 6;

/** Finished reports of the last 30 days, rehearsals aside. */
export function listAgentLines(reports: readonly ReportEntry[], now: Date): AgentLine[] {
  const lines = new Map<string, AgentLinePoint[]>();
  for (const { created_at, state, scripted, agents } of reports.toReversed()) {
    const at = Date.parse(created_at);
    if (state !== "complete" || scripted || now.getTime() - at > shownDays * dayMs) continue;
    for (const { name, axis_result: value, lower, upper } of agents) {
      if (value === null) continue;
      const points = lines.get(name) ?? [];
      points.push({ at, value, lower, upper });
      lines.set(name, points);
    }
  }
  return [...lines]
    .map(([agent, points]) => ({ agent, points }))
    .toSorted((one, other) => other.points.length - one.points.length)
    .slice(0, maxLines);
}

interface LabelSpace {
  readonly least: number;
  readonly most: number;
  readonly gap: number;
}

/** Moves labels apart that would overlap, each as little as possible, in their order. */
export function spreadLabels(wanted: readonly number[], { least, most, gap }: LabelSpace): number[] {
  const order = wanted.map((_, index) => index).toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const places = [...wanted];
  let free = least;
  for (const index of order) {
    places[index] = Math.max(wanted[index] ?? 0, free);
    free = (places[index] ?? 0) + gap;
  }
  let limit = most;
  for (const index of order.toReversed()) {
    places[index] = Math.min(places[index] ?? 0, limit);
    limit = (places[index] ?? 0) - gap;
  }
  return places;
}
