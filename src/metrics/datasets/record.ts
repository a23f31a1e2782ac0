/** One entry of a dataset before validation: a value with its position, or what is wrong with it. */
import { AxisError } from "../../core/error.ts";

export interface DatasetRecord {
  /** Its position, such as "line 12" or "items[3]". */
  readonly place: string;
  /** The line in the file, from 1; null if the format has no line per item. */
  readonly line: number | null;
  readonly value: unknown;
  /** The source text, if the entry had its own line. */
  readonly text?: string;
  /** Why there is no value. */
  readonly fault?: string;
}

/** Records in batches as they are read: awaiting each one would cost more than most metrics. */
export type RecordBatches = AsyncIterable<Iterable<DatasetRecord>> | Iterable<Iterable<DatasetRecord>>;

/** Wraps each record in its own batch. */
export async function* toSingleBatches(
  records: AsyncIterable<DatasetRecord>,
): AsyncGenerator<readonly [DatasetRecord]> {
  for await (const record of records) yield [record];
}

/** The error for a dataset that cannot be used. */
export function datasetError(
  where: string,
  reason: string,
  options: { hint?: string; cause?: unknown } = {},
): AxisError {
  return new AxisError("dataset-invalid", `${where}: ${reason}`, options);
}
