/** The two sides of a comparison for one agent: the trials of each scenario, as numbers from 0 to 1. */
import type { Baseline, BaselineTrial } from "../../core/report/baseline.ts";
import type { VerdictRules } from "../../core/report/verdict.ts";
import type { RunCell } from "../../statistics/two-groups/pairing.ts";
import type { Comparable } from "../comparable.ts";
import { listEntryTrials } from "../trials/trials.ts";

/** The scored trials of one scenario that has a number on both sides. */
export interface ScenarioRow {
  readonly scenarioKey: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

export interface Sides {
  readonly before: readonly RunCell[];
  readonly after: readonly RunCell[];
  /** The number of scenarios that are on both sides. */
  readonly paired: number;
  readonly rows: readonly ScenarioRow[];
  /** Trials of these scenarios without a number. */
  readonly missing: number;
}

export interface SidesRequest {
  readonly agentName: string;
  /** The value of a trial to compare. */
  readonly value: (trial: BaselineTrial) => number | null;
  readonly allows: (pair: { scenarioKey: string; agentName: string }) => boolean;
}

/** Collects both sides for one agent. */
export function collectSides(
  baseline: Baseline,
  current: Comparable,
  { agentName, value, allows }: SidesRequest,
): Sides {
  const before = Object.entries(baseline.results).flatMap(([scenario, agents]): RunCell[] => {
    const entry = Object.hasOwn(agents, agentName) ? agents[agentName] : undefined;
    if (entry === undefined || !allows({ scenarioKey: scenario, agentName })) return [];
    return [{ scenario, values: listEntryTrials(entry).map(value) }];
  });
  const mine = current.pairs.filter((pair) => pair.agentName === agentName && allows(pair));
  const after = mine.map(({ scenarioKey, trials }) => ({ scenario: scenarioKey, values: trials.map(value) }));
  const known = new Map(before.map(({ scenario, values }) => [scenario, values]));
  const pairs = after.filter(({ scenario }) => known.has(scenario));
  const rows = pairs.map(({ scenario, values }) => ({
    scenarioKey: scenario,
    a: dropMissing(known.get(scenario) ?? []),
    b: dropMissing(values),
  }));
  const planned = pairs.reduce(
    (sum, { scenario, values }) => sum + values.length + (known.get(scenario) ?? []).length,
    0,
  );
  return {
    before,
    after,
    paired: pairs.length,
    rows: rows.filter(({ a, b }) => a.length > 0 && b.length > 0),
    missing: planned - rows.reduce((sum, { a, b }) => sum + a.length + b.length, 0),
  };
}

/** A share in points, to nine decimals, so that whole points stay whole. */
export function toPoints(share: number): number {
  return Number((share * 100).toFixed(9)) + 0;
}

/** Replaces every missing trial with one value. */
export function fillMissing(cells: readonly RunCell[], value: number): RunCell[] {
  return cells.map((cell) => ({ ...cell, values: cell.values.map((each) => each ?? value) }));
}

/** Selects the value of a trial that a verdict's metric compares. */
export function selectValue(metric: VerdictRules["metric"]): SidesRequest["value"] {
  return metric === "score" ? scoreShare : passShare;
}

function scoreShare({ axisScore }: BaselineTrial): number | null {
  return axisScore === null ? null : axisScore / 100;
}

function passShare({ passed }: BaselineTrial): number | null {
  return passed === null ? null : Number(passed);
}

function dropMissing(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}
