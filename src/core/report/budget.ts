/** What a whole run may spend, and what it spent: agents and judges separately, together the ledger. */
import { z } from "zod";

/** One side of the ledger. */
export const SideSpent = z.object({
  /** Null if the cost of something is unknown. */
  costUsd: z.number().nonnegative().nullable(),
  /** The known part of the cost. */
  knownUsd: z.number().nonnegative(),
  tokens: z.number().int().nonnegative(),
  /** Runs or calls whose cost is unknown. */
  unknown: z.number().int().nonnegative(),
});
export type SideSpent = z.infer<typeof SideSpent>;

/** Agents with their retries; judges with their repairs, and metrics. */
export const BudgetSpent = z.object({ agents: SideSpent, judges: SideSpent });
export type BudgetSpent = z.infer<typeof BudgetSpent>;

export const BudgetDocument = z.object({
  costUsd: z.number().positive().optional(),
  tokens: z.number().int().positive().optional(),
  minutes: z.number().positive().optional(),
  /** Over every invocation that worked on the report. */
  spent: BudgetSpent,
  /** Why some work was skipped; absent if everything fit. */
  stopped: z.string().optional(),
});
export type BudgetDocument = z.infer<typeof BudgetDocument>;
