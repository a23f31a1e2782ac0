/** The unit of work and of comparison: scenario × agent × trial. Trials count from 1. */
import { z } from "zod";

export const Cell = z.object({ scenario: z.string(), agent: z.string(), trial: z.number().int().positive() });
export type Cell = z.infer<typeof Cell>;

/** One text per cell, unique within a plan: neither part can contain a line break. */
export function cellId(cell: Cell): string {
  return `${cell.scenario}\n${cell.agent}\n${cell.trial}`;
}

/** One text per pair (scenario × agent). */
export function pairId(pair: { scenario: string; agent: string }): string {
  return `${pair.scenario}\n${pair.agent}`;
}
