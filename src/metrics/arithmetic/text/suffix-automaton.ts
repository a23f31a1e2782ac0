/** Represents all substrings of a sequence, built in one pass even if much of it repeats. */
import { noSymbol } from "./symbols.ts";

/**
 * Substrings are paths from state 0. Most states have one edge, which is stored in two arrays; further
 * edges are stored by key, and listed per state so that a state can be copied.
 */
export class SuffixAutomaton {
  readonly #symbol: Int32Array;
  readonly #target: Int32Array;
  readonly #further = new Map<number, number>();
  readonly #furtherSymbols = new Map<number, number[]>();
  readonly #length: Int32Array;
  readonly #link: Int32Array;
  /** Where the substrings of a state end for the first time. */
  readonly #firstEnd: Int32Array;
  #states = 0;
  #last = 0;

  constructor(
    private readonly alphabet: number,
    symbols: number,
  ) {
    // A sequence of n symbols has at most 2n states.
    const most = 2 * symbols + 2;
    this.#symbol = new Int32Array(most).fill(noSymbol);
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

  /** Finds the longest suffix of a run of `size` symbols at `state` that can continue with a symbol; returns the next state and the length. */
  follow(state: number, size: number, symbol: number): [state: number, size: number] {
    while (state !== 0 && this.next(state, symbol) === undefined) {
      state = this.link(state);
      size = this.length(state);
    }
    const next = this.next(state, symbol);
    return next === undefined ? [0, 0] : [next, size + 1];
  }

  /** Starts a new run: no substring spans this position. */
  breakHere(): void {
    this.#last = 0;
  }

  append(symbol: number, end: number): void {
    const known = this.next(this.#last, symbol);
    if (known !== undefined) {
      // Happens only after a break: the substring already exists and ended earlier.
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

  /** Returns the state for exactly the substrings of `from` followed by `symbol`: `target` itself, or a copy for its shorter substrings. */
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

  /** Adds an edge or redirects an existing one. */
  #connect(from: number, symbol: number, to: number): void {
    const only = this.#symbol[from];
    if (only === noSymbol || only === symbol) {
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
    return only === noSymbol ? [] : [only, ...(this.#furtherSymbols.get(state) ?? [])];
  }
}
