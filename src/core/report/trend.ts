/** The numbers of an agent over past reports; a number that a report lacks is null. */

/** One report's reading. */
export interface TrendPoint {
  readonly reportId: string;
  readonly timestamp: string;
  /** Mean over the trials; over several scenarios, the mean of their means. In points. */
  readonly axisScore: number | null;
  /** 95 % interval of that mean; null if nothing was repeated. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly scenarios: number;
  readonly durationMs: number | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
  /** Whether it has the same task, rubric, agent and judges as the newest one: others are shown, but not counted. */
  readonly comparable: boolean;
}

export type TrendReading = "axisScore" | "durationMs" | "tokens" | "costUsd";

/** A reading of the newest report that is out of line with earlier ones. */
export interface TrendDrift {
  readonly reading: TrendReading;
  readonly value: number;
  readonly median: number;
  /** Number of reports behind the median. */
  readonly history: number;
}

export interface Trend {
  readonly agentName: string;
  /** Null: all scenarios together. */
  readonly scenarioKey: string | null;
  /** Oldest first. */
  readonly points: readonly TrendPoint[];
  readonly drifts: readonly TrendDrift[];
}
