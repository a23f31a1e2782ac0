/** Mean and spread of plain numbers; null if there are too few values. */
import { requireAllFinite } from "./arguments.ts";

/** The arithmetic mean; null for an empty list. */
export function mean(values: readonly number[]): number | null {
  requireAllFinite(values, "mean: values");
  return values.length === 0 ? null : sum(values) / values.length;
}

/** The standard deviation of a sample (n - 1); null for fewer than two. */
export function standardDeviation(values: readonly number[]): number | null {
  requireAllFinite(values, "standardDeviation: values");
  if (values.length < 2) return null;
  const middle = sum(values) / values.length;
  const squares = values.map((value) => (value - middle) ** 2);
  return Math.sqrt(sum(squares) / (values.length - 1));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
