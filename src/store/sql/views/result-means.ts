/** Means over results (scenario × agent), each the mean of its trials: the AXIS Result, its dimensions, the cost. */
import { type RawBuilder, sql } from "kysely";
import { type Bounds, type IntervalScope, intervalScope, toBounds } from "./mean-bounds.ts";

/** What has such a mean, and the limits of its values. */
const resultMeasures = ["axis", "goal", "environment", "service", "agent_points", "cost"] as const;
export type ResultMeasure = (typeof resultMeasures)[number];

/** The sums over results, all null if no run has the number. */
interface MeasureSums {
  readonly results: number | null;
  readonly runs: number | null;
  readonly fewest: number | null;
  readonly mean: number | null;
  /** The variance between the means of the results; null for a single result. */
  readonly between: number | null;
  /** The sum of the variances of these means, and of their squares by degrees of freedom; null without repeats. */
  readonly within: number | null;
  readonly within_squares: number | null;
}

export type ResultSums = { readonly [Name in ResultMeasure as `${Name}_${keyof MeasureSums}`]: number | null };

/** The condition for runs whose AXIS Result says something about the agent. Old runs may have no status. */
export function hasResult(): RawBuilder<boolean> {
  return sql`axis_result is not null
    and (run_status is null or run_status in ('passed', 'failed', 'unscored'))`;
}

/** The columns of a run that have a mean, and those that decide which runs count. */
export function runColumns(): RawBuilder<unknown> {
  return sql`runs.run_status, runs.axis_result, runs.goal, runs.environment, runs.service, runs.agent_points,
    runs.cost_micros`;
}

function valueOf(name: ResultMeasure): RawBuilder<unknown> {
  if (name === "cost") return sql`cost_micros`;
  return sql`case when ${hasResult()} then ${name === "axis" ? sql`axis_result` : sql.ref(name)} end`;
}

/** Columns of a query that groups runs by result. `foldedResultColumns` folds them. */
export function resultColumns(): RawBuilder<unknown> {
  return sql.join(
    resultMeasures.map((name) => {
      const value = valueOf(name);
      return sql`count(${value}) as ${sql.ref(`${name}_n`)}, avg(${value}) as ${sql.ref(`${name}_m`)},
        var_samp(${value}) / nullif(count(${value}), 0) as ${sql.ref(`${name}_v`)}`;
    }),
  );
}

/** Columns of the outer query. The mean of decimals is exact enough that equal agents have equal means. */
export function foldedResultColumns(): RawBuilder<unknown> {
  return sql.join(
    resultMeasures.flatMap((name) => {
      const [n, m, v] = [sql.ref(`${name}_n`), sql.ref(`${name}_m`), sql.ref(`${name}_v`)];
      const parts: Record<keyof MeasureSums, RawBuilder<unknown>> = {
        results: sql`nullif(count(${m}), 0)`,
        runs: sql`nullif(sum(${n}), 0)::bigint`,
        fewest: sql`min(nullif(${n}, 0))::bigint`,
        mean: sql`avg(${m})::double precision`,
        between: sql`var_samp(${m})::double precision`,
        within: sql`sum(${v})::double precision`,
        within_squares: sql`sum(${v} * ${v} / nullif(${n} - 1, 0))::double precision`,
      };
      return Object.entries(parts).map(([part, value]) => sql`${value} as ${sql.ref(`${name}_${part}`)}`);
    }),
  );
}

export interface MeanResult {
  readonly mean: number | null;
  readonly interval: Bounds | null;
  readonly scope: IntervalScope | null;
}

/** The mean with one decimal, for costs in whole millionths; its interval; and what the interval is about. */
export function readMeanResult(row: ResultSums, name: ResultMeasure = "axis"): MeanResult {
  const sums = readSums(row, name);
  const { mean, results, runs, fewest } = sums;
  if (mean === null || results === null || runs === null || fewest === null)
    return { mean: null, interval: null, scope: null };
  const scope = intervalScope({ runs, fewest });
  const interval = readInterval({ ...sums, mean, results, scope }, name);
  return { mean: name === "cost" ? Math.round(mean) : Math.floor(mean * 10 + 0.5) / 10, interval, scope };
}

function readSums(row: ResultSums, name: ResultMeasure): MeasureSums {
  return {
    results: row[`${name}_results`],
    runs: row[`${name}_runs`],
    fewest: row[`${name}_fewest`],
    mean: row[`${name}_mean`],
    between: row[`${name}_between`],
    within: row[`${name}_within`],
    within_squares: row[`${name}_within_squares`],
  };
}

type KnownSums = MeasureSums & {
  readonly mean: number;
  readonly results: number;
  readonly scope: IntervalScope | null;
};

/** Null if there is nothing to estimate the spread from, or no spread at all. */
function readInterval(sums: KnownSums, name: ResultMeasure): Bounds | null {
  const { scope, mean, results, between, within, within_squares: squares } = sums;
  const most = name === "cost" ? Infinity : 100;
  if (scope === "suite") {
    if (within === null || squares === null || squares <= 0) return null;
    return toBounds(mean, { variance: within / results ** 2, df: within ** 2 / squares }, most);
  }
  if (scope === null || between === null || between <= 0) return null;
  return toBounds(mean, { variance: between / results, df: results - 1 }, most);
}
