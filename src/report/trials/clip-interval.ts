/** The 95 % interval of an agent's mean, as it is shown beside that mean. */
import type { AgentStatistics } from "../../core/report/agent-statistics.ts";

/**
 * Clipped to the scale, and widened to contain the mean: the interval was computed from unrounded results, so it may miss
 * the mean of the rounded ones by a little. Null if one of the numbers is unknown.
 */
export function clipInterval(
  mean: number | null,
  statistics: Pick<AgentStatistics, "composite" | "mean"> | undefined,
): { lower: number; upper: number } | null {
  const { lower = null, upper = null } = statistics?.composite ?? statistics?.mean ?? {};
  if (mean === null || lower === null || upper === null) return null;
  return { lower: Math.max(0, Math.min(lower, mean)), upper: Math.min(100, Math.max(upper, mean)) };
}
