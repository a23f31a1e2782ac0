/** The AXIS Result of many runs: the mean over results (scenario × agent), each the mean of its trials. */
import { type RawBuilder, sql } from "kysely";
import { type Bounds, type IntervalScope, intervalScope, toBounds } from "./mean-bounds.ts";

/** The sums over results, all null if no run has an AXIS Result. */
export interface ResultSums {
  readonly axis_results: number | null;
  readonly axis_runs: number | null;
  readonly axis_fewest: number | null;
  readonly axis_mean: number | null;
  /** The variance between the means of the results; null for a single result. */
  readonly axis_between: number | null;
  /** The sum of the variances of these means, and of their squares by degrees of freedom; null without repeats. */
  readonly axis_within: number | null;
  readonly axis_within_squares: number | null;
}

/** The condition for runs whose AXIS Result says something about the agent. Old runs may have no status. */
export function hasResult(): RawBuilder<boolean> {
  return sql`axis_result is not null
    and (run_status is null or run_status in ('passed', 'failed', 'unscored'))`;
}

/** Columns of a query that groups runs by result. `foldedResultColumns` folds them. */
export function resultColumns(): RawBuilder<unknown> {
  return sql`count(*) as n, avg(axis_result) as m, var_samp(axis_result) / count(*) as v`;
}

/** Columns of the outer query. The mean of decimals is exact enough that equal agents have equal means. */
export function foldedResultColumns(): RawBuilder<unknown> {
  return sql`count(*) as axis_results, sum(n)::bigint as axis_runs, min(n)::bigint as axis_fewest,
    avg(m)::double precision as axis_mean, var_samp(m)::double precision as axis_between,
    sum(v)::double precision as axis_within,
    sum(v * v / nullif(n - 1, 0))::double precision as axis_within_squares`;
}

export interface MeanResult {
  readonly mean: number | null;
  readonly interval: Bounds | null;
  readonly scope: IntervalScope | null;
}

/** The mean with one decimal, its interval, and what the interval is about. */
export function readMeanResult(sums: ResultSums): MeanResult {
  const { axis_mean: mean, axis_results: results, axis_runs: runs, axis_fewest: fewest } = sums;
  if (mean === null || results === null || runs === null || fewest === null)
    return { mean: null, interval: null, scope: null };
  const scope = intervalScope({ runs, fewest });
  return { mean: Math.floor(mean * 10 + 0.5) / 10, interval: readInterval({ ...sums, mean, results, scope }), scope };
}

type KnownSums = ResultSums & { readonly mean: number; readonly results: number; readonly scope: IntervalScope | null };

/** Null if there is nothing to estimate the spread from, or no spread at all. */
function readInterval(sums: KnownSums): Bounds | null {
  const { scope, mean, results, axis_between: between } = sums;
  const { axis_within: within, axis_within_squares: squares } = sums;
  if (scope === "suite") {
    if (within === null || squares === null || squares <= 0) return null;
    return toBounds(mean, { variance: within / results ** 2, df: within ** 2 / squares });
  }
  if (scope === null || between === null || between <= 0) return null;
  return toBounds(mean, { variance: between / results, df: results - 1 });
}
