/** Adds up money and tokens exactly: billionths of a dollar are whole numbers, so that no order of events matters. */
import type { SideSpent } from "../core/report/budget.ts";

const billionth = 1e9;

export class Tally {
  #nanoUsd = 0;
  #tokens = 0;
  #unknown = 0;

  add({ usd, tokens }: { readonly usd: number | null; readonly tokens: number }): void {
    if (usd === null) this.#unknown += 1;
    else this.#nanoUsd += Math.round(usd * billionth);
    this.#tokens += tokens;
  }

  /** Takes over what was spent before. */
  carry({ knownUsd, tokens, unknown }: SideSpent): void {
    this.#nanoUsd += Math.round(knownUsd * billionth);
    this.#tokens += tokens;
    this.#unknown += unknown;
  }

  get spent(): SideSpent {
    const knownUsd = this.#nanoUsd / billionth;
    const costUsd = this.#unknown > 0 ? null : knownUsd;
    return { costUsd, knownUsd, tokens: this.#tokens, unknown: this.#unknown };
  }
}
