/** What a metric said about a run, as far as a page shows it; a report without metrics has none. */

export interface MetricReading {
  readonly key: string;
  readonly name: string;
  readonly status: "scored" | "not-applicable" | "failed";
  /** Points from 0 to 100; null with a `reason`. */
  readonly score: number | null;
  readonly reason?: string;
  readonly threshold: number | null;
  readonly passed: boolean | null;
  /** What was measured, where that is no share. */
  readonly reading?: { readonly amount: number; readonly unit: string };
  readonly explanation: string;
  readonly signals?: unknown;
}

/** None where the report holds none. */
export function metricsOf(detail: object): readonly MetricReading[] {
  return "metrics" in detail && Array.isArray(detail.metrics) ? (detail.metrics as readonly MetricReading[]) : [];
}
