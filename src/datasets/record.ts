/** One entry of a dataset before it is checked: a value with its place, or what is wrong there. */
import { AxisError } from "../core/error.ts";

export interface DatasetRecord {
  /** Where it stands, such as "line 12" or "items[3]". */
  readonly place: string;
  /** Line of the file, from 1; null where the file has no line per item. */
  readonly line: number | null;
  readonly value: unknown;
  /** The text it was read from, where it stood alone in one. */
  readonly text?: string;
  /** Why there is no value. */
  readonly fault?: string;
}

/** Records as they are read, many at a time: waiting for each one would cost more than most metrics do. */
export type RecordBatches = AsyncIterable<Iterable<DatasetRecord>> | Iterable<Iterable<DatasetRecord>>;

/** Each record as a batch of its own. */
export async function* singly(records: AsyncIterable<DatasetRecord>): AsyncGenerator<readonly [DatasetRecord]> {
  for await (const record of records) yield [record];
}

/** The error for a dataset that cannot be used as it is. */
export function datasetError(
  where: string,
  reason: string,
  options: { hint?: string; cause?: unknown } = {},
): AxisError {
  return new AxisError("dataset-invalid", `${where}: ${reason}`, options);
}
