/** Records what one execution asked and what it cost, including calls whose answer was unusable. */
import type { ModelSpending } from "../../core/model.ts";
import { addKnown, combineUsage } from "../../core/model/spending.ts";
import type { TokenUsage } from "../../core/model/token-usage.ts";

export type CallKind = "whole" | "batch" | "reask" | "single";

/** Dollars and tokens of one execution. One unknown price makes the total unknown. */
export class Ledger {
  readonly #calls = { batch: 0, reask: 0, single: 0, failed: 0 };
  readonly #costByQuestion = new Map<string, number | null>();
  #cost: number | null = 0;
  #tokens: TokenUsage | undefined;
  sharedHits = 0;

  record(about: string, kind: CallKind, answer: { readonly status: string; readonly spending: ModelSpending }): void {
    this.#calls[kind === "whole" ? "batch" : kind] += 1;
    if (answer.status === "failed") this.#calls.failed += 1;
    const { costUsd, tokenUsage } = answer.spending;
    this.#cost = addKnown(this.#cost, costUsd);
    this.#costByQuestion.set(about, addKnown(this.#costByQuestion.get(about) ?? 0, costUsd));
    this.#tokens = combineUsage(this.#tokens, tokenUsage);
  }

  get cost(): number | null {
    return this.#cost;
  }

  get tokenUsage(): TokenUsage | undefined {
    return this.#tokens;
  }

  summary() {
    const costByQuestion = Object.fromEntries(this.#costByQuestion);
    return { sharedHits: this.sharedHits, calls: { ...this.#calls }, costByQuestion };
  }
}
