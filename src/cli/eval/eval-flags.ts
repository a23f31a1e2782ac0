/** The flags of `axis eval`, and the evaluation options they translate to. */
import { InvalidArgumentError } from "commander";
import { AxisError } from "../../core/error.ts";
import type { Budget } from "../../metrics/evaluation/budget.ts";
import type { MetricGate } from "../../metrics/evaluation/summary/check-gates.ts";
import type { MetricSpec } from "../../metrics/evaluation/planning/metric-spec.ts";
import type { ReadOptions } from "../../metrics/datasets/read-options.ts";

export interface EvalFlags {
  readonly metrics?: readonly string[];
  readonly set?: readonly Assignment[];
  readonly output?: readonly string[];
  /** The name to save under; true derives one from the time. */
  readonly keep?: string | true;
  /** False with --no-push. */
  readonly push?: boolean;
  /** A results file, or the name of a kept evaluation. */
  readonly compare?: string;
  readonly json?: true;
  readonly failUnder?: readonly Assignment[];
  readonly minCoverage?: readonly Assignment[];
  readonly threshold?: readonly Assignment[];
  readonly resume?: true;
  readonly retryFailed?: true;
  readonly judge?: string;
  readonly concurrency?: number;
  readonly samples?: number;
  /** False: ask models again instead of using cached answers. */
  readonly cache: boolean;
  readonly budgetUsd?: number;
  readonly allowUnknownCost?: true;
  readonly budgetTokens?: number;
  readonly budgetCalls?: number;
  readonly budgetMinutes?: number;
  readonly limit?: number;
  readonly offset?: number;
  readonly sample?: number;
  readonly seed?: string;
  readonly invalid?: "throw" | "skip";
  readonly unknown?: "collect" | "error" | "ignore";
  readonly column?: readonly Assignment[];
  readonly slice?: readonly string[];
}

/** `name=value` as written on the command line. */
export interface Assignment {
  readonly name: string;
  readonly value: string;
}

/** Parses `name=value` and appends it; the flag may be repeated. */
export function addAssignment(written: string, before: readonly Assignment[] = []): Assignment[] {
  const at = written.indexOf("=");
  if (at <= 0 || at === written.length - 1) throw new InvalidArgumentError("Expected name=value.");
  return [...before, { name: written.slice(0, at).trim(), value: written.slice(at + 1).trim() }];
}

/** Returns the metrics with the options that `--set metric.option=value` gives them. */
export function toMetricSpecs({ metrics, set = [] }: EvalFlags): MetricSpec[] {
  if (metrics === undefined) {
    const hint = "Choose some with: -m exact_string_match,latency. See all with: axis metrics";
    throw new AxisError("flag-invalid", "No metric was given", { hint });
  }
  const options = new Map<string, Record<string, unknown>>();
  for (const { name, value } of set) {
    const [metric = "", option = "", ...more] = name.split(".");
    if (option === "" || more.length > 0 || !metrics.includes(metric))
      throw new AxisError("flag-invalid", `--set ${name}: expected <metric>.<option>, with a metric given by -m`, {
        hint: "For example: -m length_constraint --set length_constraint.max_chars=200",
      });
    options.set(metric, { ...options.get(metric), [option]: parseJsonOrText(value) });
  }
  return metrics.map((name) => (options.has(name) ? { class: name, ...options.get(name) } : name));
}

/** Parses JSON; anything that is not JSON stays a string. */
function parseJsonOrText(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value; // A plain word needs no quotes on a command line.
  }
}

/** Returns the gates by metric: what each must reach. */
export function toMetricGates({ failUnder = [], minCoverage = [] }: EvalFlags): Record<string, MetricGate> {
  const gates: Record<string, MetricGate> = {};
  for (const { name, value } of failUnder)
    gates[name] = { ...gates[name], mean: requireNumber("--fail-under", name, value) };
  for (const { name, value } of minCoverage)
    gates[name] = { ...gates[name], minCoverage: requireShare("--min-coverage", name, value) };
  return gates;
}

export function toThresholds({ threshold = [] }: EvalFlags): Record<string, number> {
  return Object.fromEntries(threshold.map(({ name, value }) => [name, requireNumber("--threshold", name, value)]));
}

function requireNumber(flag: string, name: string, value: string): number {
  const number = Number(value);
  if (value !== "" && Number.isFinite(number)) return number;
  throw new AxisError("flag-invalid", `${flag} ${name}=${value}: "${value}" is not a number`);
}

function requireShare(flag: string, name: string, value: string): number {
  const number = requireNumber(flag, name, value);
  if (number >= 0 && number <= 1) return number;
  throw new AxisError("flag-invalid", `${flag} ${name}=${value}: expected a share from 0 to 1`);
}

export function toEvalBudget({
  budgetUsd,
  budgetTokens,
  budgetCalls,
  budgetMinutes,
  allowUnknownCost,
}: EvalFlags): Budget {
  return {
    allowUnknownCost,
    usd: budgetUsd,
    tokens: budgetTokens,
    calls: budgetCalls,
    minutes: budgetMinutes,
  };
}

export function toReadOptions(flags: EvalFlags): ReadOptions {
  const { limit, offset, sample, seed = 1, invalid, unknown, column = [] } = flags;
  return {
    limit,
    offset,
    ...(sample === undefined ? {} : { sample: { size: sample, seed } }),
    ...(invalid === undefined ? {} : { invalid }),
    ...(unknown === undefined ? {} : { unknown }),
    ...(column.length === 0
      ? {}
      : { columnMapping: Object.fromEntries(column.map(({ name, value }) => [name, value])) }),
  };
}
