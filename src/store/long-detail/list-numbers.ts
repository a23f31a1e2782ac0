/** Which of the lists that were found in a file is which: in a scanned document each holds its number in place of rows. */
import { z } from "zod";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { type ListName, listNames, rowsOf } from "../../core/run/run-lists.ts";

const rows = z.array(z.unknown());
const dimension = z.object({ audits: rows });

/** As much of a detail as has to be there before its lists can be looked for. */
const Shell = z.object({
  output: z.object({ transcript: rows }),
  interactions: rows,
  score: z.object({ environment: dimension, service: dimension, agent: dimension }).optional(),
});

/** Null for an empty list. Null instead of all where a list holds anything else, or one was found that is none of these. */
export function listNumbers(document: unknown, count: number): Record<ListName, number | null> | null {
  if (!Shell.safeParse(document).success) return null;
  const numbers = listNames.map((name) => [name, numberIn(rowsOf(document as RunDetail, name))] as const);
  const used = numbers.map(([, number]) => number).filter((number) => number !== null);
  const isEachUsed = used.length === count && new Set(used).size === count;
  return isEachUsed && used.every((number) => number < count) ? (Object.fromEntries(numbers) as never) : null;
}

function numberIn(found: readonly unknown[]): number | null {
  if (found.length === 0) return null;
  // A number that no list has.
  return found.length === 1 && Number.isInteger(found[0]) && Number(found[0]) >= 0 ? Number(found[0]) : Infinity;
}
