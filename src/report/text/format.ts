/** Formats numbers for people. */

/** Shown where there is no number. */
export const noNumber = "–";

/** A mean that is not a whole number has one decimal. */
export function formatScore(score: number | null | undefined): string {
  return score === null || score === undefined ? noNumber : formatTenths(score);
}

function formatTenths(value: number): string {
  return Number.isInteger(value) ? String(value) : (Math.round(value * 10 + 1e-6) / 10).toFixed(1);
}

/** The band of a score. */
export function bandOf(score: number): "excellent" | "good" | "fair" | "poor" {
  if (score >= 90) return "excellent";
  if (score >= 75) return "good";
  return score >= 50 ? "fair" : "poor";
}

export function formatDuration(durationMs: number | null): string {
  if (durationMs === null) return noNumber;
  if (durationMs < 999.5) return `${Math.round(durationMs)}ms`;
  const seconds = durationMs / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)}s`;
  const whole = Math.max(60, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}m${String(whole % 60).padStart(2, "0")}s`;
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}m`;
}

/** The same for narrow columns: whole seconds from ten on, "40s", "1m 17s". */
export function formatShortDuration(durationMs: number | null): string {
  if (durationMs === null || durationMs < 9_950) return formatDuration(durationMs);
  return formatElapsed(durationMs);
}

/** Time that passes, in whole seconds: "0s", "40s", "1m 17s", "2h 05m". */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}s`;
  const two = (value: number) => String(value).padStart(2, "0");
  return minutes < 60 ? `${minutes}m ${two(seconds % 60)}s` : `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}

export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return tokens < 999_950 ? `${(tokens / 1000).toFixed(1)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** A cost above zero is never shown as zero. */
export function formatCost(costUsd: number | undefined): string {
  if (costUsd === undefined) return noNumber;
  if (costUsd > 0 && costUsd < 0.000_05) return "<$0.0001";
  return `$${costUsd.toFixed(costUsd < 0.999_95 ? 4 : 2)}`;
}

/** A cost for narrow columns: cents, or two digits of less than ten cents, "$0.37", "$0.049". */
export function formatShortCost(costUsd: number | null): string {
  if (costUsd === null || costUsd === 0 || costUsd >= 0.0995)
    return costUsd === null ? noNumber : `$${costUsd.toFixed(2)}`;
  return costUsd < 0.000_05 ? formatCost(costUsd) : `$${Number(costUsd.toPrecision(2)).toFixed(decimalsOf(costUsd))}`;
}

/** As many decimals as two digits need. */
function decimalsOf(value: number): number {
  return Math.min(4, 1 - Math.floor(Math.log10(value)));
}

export function formatDelta(delta: number | null): string {
  if (delta === null) return noNumber;
  const size = formatTenths(Math.abs(delta));
  return delta < 0 ? `−${size}` : delta > 0 ? `+${size}` : "0";
}

/** Colors and weights; the plain one leaves text unchanged. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly bad: (text: string) => string;
}

const identity = (text: string) => text;
export const plainPaint: Paint = { bold: identity, dim: identity, good: identity, warn: identity, bad: identity };

const ansi = (open: number, close: number) => (text: string) => `\u001B[${open}m${text}\u001B[${close}m`;
export const ansiPaint: Paint = {
  bold: ansi(1, 22),
  dim: ansi(2, 22),
  good: ansi(32, 39),
  warn: ansi(33, 39),
  bad: ansi(31, 39),
};

/** A score in the color of its band. */
export function paintScore(score: number | null | undefined, paint: Paint): string {
  if (score === null || score === undefined) return paint.dim(noNumber);
  const colour = { excellent: paint.good, good: paint.good, fair: paint.warn, poor: paint.bad }[bandOf(score)];
  return colour(formatTenths(score));
}
