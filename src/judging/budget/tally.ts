/** Adds up money and tokens exactly, in billionths of a dollar, so that the order of events does not matter. */
import type { SideSpent } from "../../core/report/budget.ts";

const nanosPerDollar = 1e9;

export class Tally {
  #nanoUsd = 0;
  #tokens = 0;
  #unknown = 0;

  add({ usd, tokens }: { readonly usd: number | null; readonly tokens: number }): void {
    if (usd === null) this.#unknown += 1;
    else this.#nanoUsd += Math.round(usd * nanosPerDollar);
    this.#tokens += tokens;
  }

  /** Adds what was spent before. */
  addSpent({ knownUsd, tokens, unknown }: SideSpent): void {
    this.#nanoUsd += Math.round(knownUsd * nanosPerDollar);
    this.#tokens += tokens;
    this.#unknown += unknown;
  }

  get spent(): SideSpent {
    const knownUsd = this.#nanoUsd / nanosPerDollar;
    const costUsd = this.#unknown > 0 ? null : knownUsd;
    return { costUsd, knownUsd, tokens: this.#tokens, unknown: this.#unknown };
  }
}
