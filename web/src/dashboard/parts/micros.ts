/** Formats costs, which the server counts in millionths of a dollar. */
import { formatCost } from "../../../../src/report/text/format.ts";

export function formatMicros(micros: number | null): string {
  return formatCost(micros === null ? undefined : micros / 1_000_000);
}
