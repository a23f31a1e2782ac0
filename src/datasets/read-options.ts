/** How a dataset is read. */
import type { Seed } from "../statistics/random.ts";

export interface ReadOptions {
  /** Keys that are no fields: kept in `additionalInput` (default), refused, or left out. */
  readonly unknown?: "collect" | "error" | "ignore";
  /** Items that cannot be read: end the reading with the place (default), or are passed over and noted. */
  readonly invalid?: "throw" | "skip";
  /** At most this many items. */
  readonly limit?: number;
  /** Items passed over at the beginning. */
  readonly offset?: number;
  /** A fair sample of that size, the same for the same seed. */
  readonly sample?: { readonly size: number; readonly seed?: Seed };
  /** CSV only: other names for columns. */
  readonly columnMapping?: Readonly<Record<string, string>>;
  /** Hears of each item that was passed over. */
  readonly onIssue?: (issue: DatasetIssue) => void;
}

/** What was passed over, and why. */
export interface DatasetIssue {
  readonly place: string;
  /** Line of the file, from 1; null where the file has no line per item. */
  readonly line: number | null;
  readonly reason: string;
}
