/** The unit of work and of comparison: scenario × agent × trial. Trials count from 1. */
import { z } from "zod";

export const Cell = z.object({ scenario: z.string(), agent: z.string(), trial: z.number().int().positive() });
export type Cell = z.infer<typeof Cell>;

/** Identifies a cell within a plan by one string: neither part can contain a line break. */
export function cellId(cell: Cell): string {
  return `${cell.scenario}\n${cell.agent}\n${cell.trial}`;
}

/** Identifies a scenario × agent combination by one string. */
export function pairId(pair: { scenario: string; agent: string }): string {
  return `${pair.scenario}\n${pair.agent}`;
}
