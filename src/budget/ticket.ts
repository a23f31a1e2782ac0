/** Leave to do one piece of work: what is reserved for it while it goes on, and what it cost when it has ended. */

/** What is limited. */
export const units = ["usd", "tokens"] as const;
export type Unit = (typeof units)[number];
export type Amounts = Readonly<Record<Unit, number>>;

/** What a piece of work cost; null: not known. */
export interface Cost {
  readonly usd: number | null;
  readonly tokens: number;
}

export class Ticket implements Disposable {
  #reserved: Amounts;
  #used: { usd: number; tokens: number } = { usd: 0, tokens: 0 };
  #isSettled = false;
  readonly #onUse: () => void;
  readonly #onSettle: (ticket: Ticket, cost: Cost) => void;

  constructor(reserved: Amounts, hear: { onUse(): void; onSettle(ticket: Ticket, cost: Cost): void }) {
    this.#reserved = reserved;
    this.#onUse = () => hear.onUse();
    this.#onSettle = (ticket, cost) => hear.onSettle(ticket, cost);
  }

  /** So far, as far as it is known. */
  get used(): Amounts {
    return this.#used;
  }

  /** What nobody else may count on: the reservation, or what was used where that is more. */
  held(unit: Unit): number {
    return Math.max(this.#reserved[unit], this.#used[unit]);
  }

  /** Tokens newly used, and the cost so far where it is known. */
  use(tokens: number, costUsd?: number): void {
    if (this.#isSettled) return;
    this.#used = { tokens: this.#used.tokens + tokens, usd: Math.max(this.#used.usd, costUsd ?? 0) };
    this.#onUse();
  }

  /** The work has ended; said twice, the first counts. */
  settle(cost: Cost): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#onSettle(this, cost);
  }

  /** Work that never said what it cost: what was heard of it counts. */
  [Symbol.dispose](): void {
    this.settle(this.#used);
  }
}
