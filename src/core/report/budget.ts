/** What a whole run may spend, and what it did: agents and judges apart, and together the ledger. */
import { z } from "zod";

/** One side of the ledger. */
export const SideSpent = z.object({
  /** Null where the cost of something is not known. */
  costUsd: z.number().nonnegative().nullable(),
  /** The part of it that is known. */
  knownUsd: z.number().nonnegative(),
  tokens: z.number().int().nonnegative(),
  /** Runs or calls whose cost is not known. */
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
  /** Why work was left out; absent where everything fitted. */
  stopped: z.string().optional(),
});
export type BudgetDocument = z.infer<typeof BudgetDocument>;
