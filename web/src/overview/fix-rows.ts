/** The causes of a report as lists: by area, by host or program, by scenario, for all agents or for one. */
import type { Fix, FixArea, FixOwner, FixPoints, FixRun } from "../../../src/core/report/fix.ts";
import { areaTitles } from "../../../src/report/text/format-fix.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";

/** A cause with those of its runs that are shown. */
export interface FixRow {
  readonly fix: Fix;
  readonly runs: readonly FixRun[];
  /** The rise of the report's AXIS Result, or of one agent's. */
  readonly points: FixPoints;
}

/** All causes, or those that one agent met, with what they cost that agent. */
export function listFixRows(fixes: readonly Fix[], results: readonly PairResult[], agent: string): FixRow[] {
  if (agent === "") return fixes.map((fix) => ({ fix, runs: fix.runs, points: fix.points }));
  const own = results.filter(({ agentName }) => agentName === agent);
  return fixes
    .map((fix) => narrow(fix, own, (run) => run.agentName === agent))
    .filter(({ runs }) => runs.length > 0)
    .toSorted(compareRows);
}

function narrow(fix: Fix, results: readonly PairResult[], isShown: (run: FixRun) => boolean): FixRow {
  const runs = fix.runs.filter(isShown);
  return { fix, runs, points: averagePoints(runs, results) };
}

function compareRows(one: FixRow, other: FixRow): number {
  return (
    other.points.most - one.points.most ||
    other.points.least - one.points.least ||
    other.runs.length - one.runs.length ||
    (one.fix.id < other.fix.id ? -1 : 1)
  );
}

/** The mean over the counted trials of each result, then over the results that have a number. */
function averagePoints(runs: readonly FixRun[], results: readonly PairResult[]): FixPoints {
  const scored = results.filter(({ means }) => means.axisScore !== null);
  const sum = { least: 0, most: 0 };
  for (const result of scored) {
    const trials = countTrials(result);
    for (const { least, most } of runs.filter((run) => isOf(run, result))) {
      sum.least += least / trials;
      sum.most += most / trials;
    }
  }
  const count = Math.max(1, scored.length);
  return { least: sum.least / count, most: sum.most / count };
}

function isOf({ scenarioKey, agentName }: FixRun, result: PairResult): boolean {
  return scenarioKey === result.scenarioKey && agentName === result.agentName;
}

function countTrials({ status, trials }: PairResult): number {
  const counted = (trials ?? [{ status }]).filter((trial) => trial.status === "passed" || trial.status === "failed");
  return Math.max(1, counted.length);
}

export interface AreaRows {
  readonly area: FixArea;
  readonly title: string;
  readonly about: string;
  readonly rows: readonly FixRow[];
}

const areas: readonly Pick<AreaRows, "area" | "about">[] = [
  { area: "use", about: "services, docs, tools, commands" },
  { area: "deliver", about: "checks and endings" },
  { area: "work", about: "unnecessary and oversized steps" },
];

/** The areas that have a cause, in their order. */
export function groupByArea(rows: readonly FixRow[]): AreaRows[] {
  return areas
    .map((area) => ({ ...area, title: areaTitles[area.area], rows: rows.filter(({ fix }) => fix.area === area.area) }))
    .filter((area) => area.rows.length > 0);
}

export interface OwnerRow {
  readonly owner: FixOwner;
  readonly fixes: readonly FixRow[];
  /** Each run once. */
  readonly runs: readonly FixRun[];
}

/** Hosts and programs with their causes. Checks and endings have none. */
export function groupByOwner(owners: readonly FixOwner[], rows: readonly FixRow[]): OwnerRow[] {
  const byId = new Map(rows.map((row) => [row.fix.id, row]));
  return owners.flatMap((owner) => {
    const fixes = owner.fixes.flatMap((id) => byId.get(id) ?? []);
    return fixes.length === 0 ? [] : [{ owner, fixes, runs: uniqueRuns(fixes) }];
  });
}

export interface ScenarioRows {
  readonly scenarioKey: string;
  /** With what each costs the mean of the scenario. */
  readonly rows: readonly FixRow[];
  readonly runs: readonly FixRun[];
}

/** Scenarios with the causes that their runs met, the most expensive cause first. */
export function groupByScenario(rows: readonly FixRow[], results: readonly PairResult[]): ScenarioRows[] {
  const keys = new Set(rows.flatMap(({ runs }) => runs.map(({ scenarioKey }) => scenarioKey)));
  const groups = [...keys].map((scenarioKey): ScenarioRows => {
    const own = results.filter((result) => result.scenarioKey === scenarioKey);
    const met = rows
      .map(({ fix, runs }) => {
        const shown = runs.filter((run) => run.scenarioKey === scenarioKey);
        return { fix, runs: shown, points: averagePoints(shown, own) };
      })
      .filter(({ runs }) => runs.length > 0)
      .toSorted(compareRows);
    return { scenarioKey, rows: met, runs: uniqueRuns(met) };
  });
  return groups.toSorted((one, other) => mostOf(other) - mostOf(one) || (one.scenarioKey < other.scenarioKey ? -1 : 1));
}

function mostOf({ rows }: ScenarioRows): number {
  return rows[0]?.points.most ?? 0;
}

function uniqueRuns(rows: readonly FixRow[]): FixRun[] {
  return [...new Map(rows.flatMap(({ runs }) => runs.map((run) => [run.runId, run] as const))).values()];
}

export function countFailed(runs: readonly FixRun[]): number {
  return runs.filter(({ status }) => status === "failed").length;
}

export function countScenarios(runs: readonly FixRun[]): number {
  return new Set(runs.map(({ scenarioKey }) => scenarioKey)).size;
}
