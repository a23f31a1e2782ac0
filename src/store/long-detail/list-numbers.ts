/** Matches the lists found in a file to their names: in a scanned document, each list contains its number, not its rows. */
import { z } from "zod";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { type ListName, listNames, readListRows } from "../../core/run/run-lists.ts";

const rows = z.array(z.unknown());
const dimension = z.object({ audits: rows });

/** The parts of a detail that must exist before its lists can be matched. */
const Shell = z.object({
  output: z.object({ transcript: rows }),
  interactions: rows,
  score: z.object({ environment: dimension, service: dimension, agent: dimension }).optional(),
});

/** A number is null for an empty list. Returns null if a list contains anything else, or if an unknown list was found. */
export function readListNumbers(document: unknown, count: number): Record<ListName, number | null> | null {
  if (!Shell.safeParse(document).success) return null;
  const numbers = listNames.map((name) => [name, readNumber(readListRows(document as RunDetail, name))] as const);
  const used = numbers.map(([, number]) => number).filter((number) => number !== null);
  const isEachUsed = used.length === count && new Set(used).size === count;
  return isEachUsed && used.every((number) => number < count) ? (Object.fromEntries(numbers) as never) : null;
}

function readNumber(found: readonly unknown[]): number | null {
  if (found.length === 0) return null;
  // Infinity is not the number of any list, so the check above fails.
  return found.length === 1 && Number.isInteger(found[0]) && Number(found[0]) >= 0 ? Number(found[0]) : Infinity;
}
