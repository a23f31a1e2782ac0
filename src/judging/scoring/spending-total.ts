/** Adds up the cost of the answers to one question. Implausible numbers are ignored. */
import { z } from "zod";
import type { Answer, JudgeUsed } from "../../core/judge.ts";
import { combineCosts, combineUsage, type Cost } from "../../core/model/spending.ts";
import { parsePlausibleUsage, type TokenUsage } from "../../core/model/token-usage.ts";

const Spending = z.object({
  tokenUsage: z.unknown().optional(),
  costUsd: z.number().nonnegative().nullable(),
  calls: z.number().int().nonnegative(),
});

/** The fields of JudgeUsed that describe spending. */
export type SpendingFields = Pick<JudgeUsed, "tokenUsage" | "costUsd" | "cached">;

export class SpendingTotal {
  #usage: TokenUsage | undefined;
  #costUsd: Cost;
  #calls: number | undefined;

  /** Counts one answer, valid or not. */
  add(answer: Answer): void {
    const spending = Spending.safeParse(answer.spending);
    const usage = parsePlausibleUsage(spending.data?.tokenUsage ?? answer.usage);
    if (usage !== null) this.#usage = combineUsage(this.#usage, usage);
    if (!spending.success) return;
    const { calls, costUsd } = spending.data;
    this.#calls = (this.#calls ?? 0) + calls;
    this.#costUsd = combineCosts(this.#costUsd, calls === 0 ? 0 : costUsd);
  }

  fields(): SpendingFields {
    return {
      tokenUsage: this.#usage,
      costUsd: this.#costUsd,
      ...(this.#calls === 0 ? { cached: true } : {}),
    };
  }
}
