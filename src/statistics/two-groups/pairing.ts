/** Pairs the cells of two runs by scenario and lists those without a partner. */
import { requireFinite, requireOutcome } from "../arguments.ts";

/** What is compared: scores, or passes. */
export type PairedMetric = "score" | "pass";

/** One scenario of a run with its trials; null for a trial that was not scored. */
export interface RunCell {
  readonly scenario: string;
  readonly cluster?: string | undefined;
  readonly values: readonly (number | null)[];
}

/** One scenario with the scored trials of both runs. */
export interface Pair {
  readonly cluster: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** The pairs in the baseline's order, and the scenarios that were left out. */
export interface Pairing {
  readonly pairs: readonly Pair[];
  readonly gone: readonly string[];
  readonly added: readonly string[];
  readonly dropped: readonly string[];
  readonly missingShare: number | null;
}

/** Pairs two runs; throws for a duplicate scenario and for values that the metric cannot have. */
export function pairCells(baseline: readonly RunCell[], candidate: readonly RunCell[], metric: PairedMetric): Pairing {
  const before = groupByScenario(baseline, metric, "compareRuns: baseline");
  const after = groupByScenario(candidate, metric, "compareRuns: candidate");
  const pairs: Pair[] = [];
  const dropped: string[] = [];
  let planned = 0;
  let scored = 0;
  for (const [scenario, cell] of before) {
    const partner = after.get(scenario);
    if (partner === undefined) continue;
    const [a, b] = [listScoredValues(cell), listScoredValues(partner)];
    planned += cell.values.length + partner.values.length;
    scored += a.length + b.length;
    if (a.length === 0 || b.length === 0) dropped.push(scenario);
    else pairs.push({ cluster: partner.cluster ?? cell.cluster ?? scenario, a, b });
  }
  return {
    pairs,
    gone: [...before.keys()].filter((scenario) => !after.has(scenario)),
    added: [...after.keys()].filter((scenario) => !before.has(scenario)),
    dropped,
    missingShare: planned === 0 ? null : (planned - scored) / planned,
  };
}

function groupByScenario(cells: readonly RunCell[], metric: PairedMetric, place: string): Map<string, RunCell> {
  const found = new Map<string, RunCell>();
  for (const cell of cells) {
    const { scenario, values } = cell;
    if (found.has(scenario)) throw new RangeError(`${place} must name a scenario once, not "${scenario}" twice`);
    found.set(scenario, cell);
    for (const [trial, value] of values.entries())
      requireValue(value, metric, `${place} "${scenario}".values[${trial}]`);
  }
  return found;
}

function requireValue(value: number | null, metric: PairedMetric, place: string): void {
  if (value === null) return;
  if (metric === "pass") requireOutcome(value, place);
  else requireFinite(value, place);
}

function listScoredValues({ values }: RunCell): number[] {
  return values.filter((value) => value !== null);
}
