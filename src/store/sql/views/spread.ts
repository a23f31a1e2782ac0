/** The sums for the interval of a mean, computed in Postgres: first per scenario, then over scenarios. */
import { type RawBuilder, sql } from "kysely";
import type { SpreadSums } from "./mean-bounds.ts";

/** The numbers of a scorecard that have a mean. */
export const measures = ["score", "completion", "error_rate", "latency", "resource_efficiency"] as const;
export type SpreadMeasure = (typeof measures)[number];

export type Spread = { readonly [Name in SpreadMeasure as `${Name}_${keyof SpreadSums}`]: number | null };

/** The columns that `cellColumns` sums up, for queries that select the scores first. */
export function measureColumns(): RawBuilder<unknown> {
  return sql.join(measures.map((name) => sql.ref(`score.${name}`)));
}

/** Columns of a query that groups scores by scenario, and by other columns if needed. `foldedColumns` folds them. */
export function cellColumns(): RawBuilder<unknown> {
  const columns = measures.flatMap((name) => {
    const value = sql.ref(`score.${name}`);
    return [
      sql`sum(${value})::bigint as ${sql.ref(`${name}_s`)}`,
      sql`sum(${value}::integer * ${value})::bigint as ${sql.ref(`${name}_q`)}`,
    ];
  });
  return sql.join([sql`count(*) as n`, ...columns]);
}

/** Columns of the outer query. */
export function foldedColumns(): RawBuilder<unknown> {
  const counts = sql`sum(n)::bigint as runs, count(*) as scenarios, min(n)::bigint as fewest,
    sum(n * n)::bigint as squared_runs`;
  const columns = measures.flatMap((name) => {
    const [s, q] = [sql.ref(`${name}_s`), sql.ref(`${name}_q`)];
    const noise = sql`((n * ${q} - ${s} * ${s})::double precision / nullif(n - 1, 0))`;
    const parts: Record<keyof SpreadSums, RawBuilder<unknown>> = {
      sum: sql`sum(${s})::bigint`,
      within: sql`sum(${noise})`,
      within_squares: sql`sum(${noise} * ${noise} / nullif(n - 1, 0))`,
      squared_sums: sql`sum(${s} * ${s})::bigint`,
      weighted_sums: sql`sum(n * ${s})::bigint`,
    };
    return Object.entries(parts).map(([part, value]) => sql`${value} as ${sql.ref(`${name}_${part}`)}`);
  });
  return sql.join([counts, ...columns]);
}

/** Reads the sums of one measure from a row. */
export function readSpread(row: Spread, name: SpreadMeasure): SpreadSums {
  return {
    sum: Number(row[`${name}_sum`]),
    within: row[`${name}_within`],
    within_squares: row[`${name}_within_squares`],
    squared_sums: Number(row[`${name}_squared_sums`]),
    weighted_sums: Number(row[`${name}_weighted_sums`]),
  };
}
