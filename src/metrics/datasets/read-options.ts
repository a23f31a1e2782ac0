/** Options for reading a dataset. */
import type { Seed } from "../../statistics/random.ts";

export interface ReadOptions {
  /** Keys that are not fields: collected in `additionalInput` (default), rejected, or left out. */
  readonly unknown?: "collect" | "error" | "ignore";
  /** Invalid items: stop with an error (default), or skip and report them. */
  readonly invalid?: "throw" | "skip";
  /** At most this many items. */
  readonly limit?: number;
  /** How many items to skip at the start. */
  readonly offset?: number;
  /** A random sample of this size; the same seed gives the same sample. */
  readonly sample?: { readonly size: number; readonly seed?: Seed };
  /** CSV only: renames columns. */
  readonly columnMapping?: Readonly<Record<string, string>>;
  /** Called for each item that is skipped. */
  readonly onIssue?: (issue: DatasetIssue) => void;
}

/** A skipped item, and why it was skipped. */
export interface DatasetIssue {
  readonly place: string;
  /** The line in the file, from 1; null if the format has no line per item. */
  readonly line: number | null;
  readonly reason: string;
}
