/** Formats what a run costs, in money, time or tokens. */
import { formatTokens, noNumber } from "../../../src/report/text/format.ts";
import type { Measure } from "./agent-rows.ts";

const formats: Readonly<Record<Measure, (value: number) => string>> = {
  cost: formatMoney,
  time: formatTime,
  tokens: (value) => formatTokens(Math.round(value)),
};

export function formatUsage(measure: Measure, value: number | null | undefined): string {
  return value === null || value === undefined ? noNumber : formats[measure](value);
}

/** Two significant digits below ten cents, whole cents above. */
function formatMoney(value: number): string {
  if (value === 0) return "$0";
  return `$${value < 0.1 ? Number(value.toPrecision(2)) : value.toFixed(2)}`;
}

/** Whole seconds from a second on. */
function formatTime(durationMs: number): string {
  if (durationMs < 1000) return `${Math.round(durationMs)}ms`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

export const measureWords: Readonly<
  Record<Measure, { readonly title: string; readonly axis: string; readonly of: string }>
> = {
  cost: { title: "Cost", axis: "cost per run, logarithmic", of: "its cost" },
  time: { title: "Time", axis: "median time of a run, logarithmic", of: "its time" },
  tokens: { title: "Tokens", axis: "tokens per run, logarithmic", of: "its tokens" },
};
