/** Named readings that explain a score, and how they are flattened into a row. */
import { z } from "zod";

/** One reading of a metric, with its value. */
export interface Signal {
  readonly name: string;
  readonly value: unknown;
  readonly description?: string;
  /** Points for each word, ignoring case. */
  readonly scoreMapping?: Readonly<Record<string, number>>;
  /** Default `overall`. */
  readonly group?: string;
  readonly headlineDisplay?: boolean;
  readonly isPass?: (value: unknown) => boolean;
}

/** One reading of a metric, with the function that finds it in the metric's structured result. */
export interface SignalDescriptor<Result = unknown> extends Omit<Signal, "value"> {
  readonly extractor: (result: Result) => unknown;
}

export const FlatSignal = z.object({
  name: z.string(),
  value: z.json(),
  score: z.number().nullable(),
  passed: z.boolean().nullable(),
  description: z.string(),
  headlineDisplay: z.boolean(),
});
export type FlatSignal = z.infer<typeof FlatSignal>;
export const FlatSignals = z.record(z.string(), z.array(FlatSignal));
export type FlatSignals = z.infer<typeof FlatSignals>;

export interface FlattenedSignals {
  readonly signals: FlatSignals;
  /** Signals that could not be read, one sentence each. */
  readonly notes: readonly string[];
}

/** Words that count as a score if a signal has no mapping. */
const wordScores: Readonly<Record<string, number>> = {
  yes: 1,
  relevant: 1,
  faithful: 1,
  correct: 1,
  no: 0,
  irrelevant: 0,
  unfaithful: 0,
  incorrect: 0,
  contradictory: 0,
};

/** The readings by group. Readings without a value are skipped; unreadable ones are skipped with a note. */
export function flattenSignals<Result>(
  descriptors: readonly SignalDescriptor<Result>[],
  result: Result,
): FlattenedSignals {
  const groups = new Map<string, FlatSignal[]>();
  const notes: string[] = [];
  for (const descriptor of descriptors) {
    try {
      const flat = flatten(descriptor, descriptor.extractor(result));
      if (flat !== null) addTo(groups, descriptor.group ?? "overall", flat);
    } catch (error) {
      notes.push(
        `signal ${descriptor.name} could not be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return { signals: Object.fromEntries(groups), notes };
}

function addTo(groups: Map<string, FlatSignal[]>, group: string, flat: FlatSignal): void {
  const signals = groups.get(group);
  if (signals === undefined) groups.set(group, [flat]);
  else signals.push(flat);
}

function flatten<Result>(descriptor: SignalDescriptor<Result>, value: unknown): FlatSignal | null {
  if (value === null || value === undefined) return null;
  const { name, scoreMapping, isPass } = descriptor;
  return {
    name,
    value: asJson(value),
    score: toSignalScore(value, scoreMapping),
    passed: isPass === undefined ? null : isPass(value),
    description: descriptor.description ?? `Signal: ${name}`,
    headlineDisplay: descriptor.headlineDisplay ?? false,
  };
}

/** Rows are JSON: a number that JSON cannot represent is written as its name. */
function asJson(value: unknown): FlatSignal["value"] {
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "string" || typeof value === "boolean") return value;
  return JSON.parse(JSON.stringify(value) ?? "null") as FlatSignal["value"];
}

function toSignalScore(value: unknown, mapping: Readonly<Record<string, number>> | undefined): number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  const said = value.trim().toLowerCase();
  if (mapping === undefined) return Object.hasOwn(wordScores, said) ? (wordScores[said] ?? null) : null;
  return Object.entries(mapping).find(([word]) => word.toLowerCase() === said)?.[1] ?? null;
}
