/** All substrings of a sequence, made in one walk over it, whatever repeats in it. */
import { nothing } from "./symbols.ts";

/**
 * Substrings are paths from state 0. Most states have one edge, which stands in two arrays; further
 * ones are found by key, and listed per state for the copying.
 */
export class SuffixAutomaton {
  readonly #symbol: Int32Array;
  readonly #target: Int32Array;
  readonly #further = new Map<number, number>();
  readonly #furtherSymbols = new Map<number, number[]>();
  readonly #length: Int32Array;
  readonly #link: Int32Array;
  /** Where the substrings of a state first end. */
  readonly #firstEnd: Int32Array;
  #states = 0;
  #last = 0;

  constructor(
    private readonly alphabet: number,
    symbols: number,
  ) {
    // A sequence of n symbols has at most 2n states.
    const most = 2 * symbols + 2;
    this.#symbol = new Int32Array(most).fill(nothing);
    this.#target = new Int32Array(most);
    this.#length = new Int32Array(most);
    this.#link = new Int32Array(most).fill(-1);
    this.#firstEnd = new Int32Array(most);
    this.#add(0, -1);
  }

  next(state: number, symbol: number): number | undefined {
    if (this.#symbol[state] === symbol) return this.#target[state];
    return this.#further.size === 0 ? undefined : this.#further.get(state * this.alphabet + symbol);
  }

  link(state: number): number {
    return this.#link[state] as number;
  }

  length(state: number): number {
    return this.#length[state] as number;
  }

  firstEnd(state: number): number {
    return this.#firstEnd[state] as number;
  }

  /** The longest suffix of a run of `size` symbols at `state` that goes on with a symbol: where it leads, how long it is. */
  follow(state: number, size: number, symbol: number): [state: number, size: number] {
    while (state !== 0 && this.next(state, symbol) === undefined) {
      state = this.link(state);
      size = this.length(state);
    }
    const next = this.next(state, symbol);
    return next === undefined ? [0, 0] : [next, size + 1];
  }

  /** Forgets what came directly before: no substring spans this place. */
  breakHere(): void {
    this.#last = 0;
  }

  append(symbol: number, end: number): void {
    const known = this.next(this.#last, symbol);
    if (known !== undefined) {
      // Only after a break: the substring exists already, and ended earlier.
      this.#last = this.#fit(this.#last, symbol, known);
      return;
    }
    const state = this.#add(this.length(this.#last) + 1, end);
    let from = this.#last;
    while (from !== -1 && this.next(from, symbol) === undefined) {
      this.#connect(from, symbol, state);
      from = this.link(from);
    }
    this.#link[state] = from === -1 ? 0 : this.#fit(from, symbol, this.next(from, symbol) as number);
    this.#last = state;
  }

  /** The state of exactly the substrings that `from` and `symbol` make: `target` itself, or a copy of its shorter part. */
  #fit(from: number, symbol: number, target: number): number {
    if (this.length(from) + 1 === this.length(target)) return target;
    const copy = this.#add(this.length(from) + 1, this.firstEnd(target));
    for (const known of this.#symbolsOf(target)) this.#connect(copy, known, this.next(target, known) as number);
    this.#link[copy] = this.link(target);
    this.#link[target] = copy;
    for (let state = from; state !== -1 && this.next(state, symbol) === target; state = this.link(state))
      this.#connect(state, symbol, copy);
    return copy;
  }

  #add(length: number, end: number): number {
    const state = this.#states;
    this.#states += 1;
    this.#length[state] = length;
    this.#firstEnd[state] = end;
    return state;
  }

  /** Makes an edge, or leads it elsewhere. */
  #connect(from: number, symbol: number, to: number): void {
    const only = this.#symbol[from];
    if (only === nothing || only === symbol) {
      this.#symbol[from] = symbol;
      this.#target[from] = to;
      return;
    }
    const key = from * this.alphabet + symbol;
    if (!this.#further.has(key)) this.#listFurther(from, symbol);
    this.#further.set(key, to);
  }

  #listFurther(state: number, symbol: number): void {
    const listed = this.#furtherSymbols.get(state);
    if (listed === undefined) this.#furtherSymbols.set(state, [symbol]);
    else listed.push(symbol);
  }

  #symbolsOf(state: number): number[] {
    const only = this.#symbol[state] as number;
    return only === nothing ? [] : [only, ...(this.#furtherSymbols.get(state) ?? [])];
  }
}
