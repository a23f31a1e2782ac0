/** Permission for one piece of work: what is reserved for it while it runs, and what it cost when it has ended. */

export const units = ["usd", "tokens", "calls"] as const;
export type WorkUnit = (typeof units)[number];
export type Amounts = Readonly<Record<WorkUnit, number>>;

/** What a piece of work cost; null if unknown. */
export interface TicketCost {
  readonly usd: number | null;
  readonly tokens: number;
  /** Calls of a model, where they are counted. */
  readonly calls?: number;
}

export class Ticket implements Disposable {
  #reserved: Amounts;
  #used: TicketCost & { readonly usd: number } = { usd: 0, tokens: 0 };
  #isSettled = false;
  readonly #onUse: () => void;
  readonly #onSettle: (ticket: Ticket, cost: TicketCost) => void;

  constructor(reserved: Amounts, hear: { onUse(): void; onSettle(ticket: Ticket, cost: TicketCost): void }) {
    this.#reserved = reserved;
    this.#onUse = () => hear.onUse();
    this.#onSettle = (ticket, cost) => hear.onSettle(ticket, cost);
  }

  /** The known usage so far. */
  get used(): TicketCost & { readonly usd: number } {
    return this.#used;
  }

  /** What no other work may use: the reservation, or the usage if that is more. */
  held(unit: WorkUnit): number {
    return Math.max(this.#reserved[unit], this.#used[unit] ?? 0);
  }

  /** Records newly used tokens, and the cost so far if known. */
  use(tokens: number, costUsd?: number): void {
    if (this.#isSettled) return;
    this.#used = { tokens: this.#used.tokens + tokens, usd: Math.max(this.#used.usd, costUsd ?? 0) };
    this.#onUse();
  }

  /** The work has ended; only the first call counts. */
  settle(cost: TicketCost): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#onSettle(this, cost);
  }

  /** For work that never reported its cost: the observed usage counts. */
  [Symbol.dispose](): void {
    this.settle(this.#used);
  }
}
