/** The longest common block of two ranges in linear time, whatever repeats in them: by a suffix automaton of one. */
import { nothing } from "./symbols.ts";

/** A block: where it starts on both sides, and how long it is. */
export interface Block {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** All substrings of a sequence as paths from state 0. Edges are found by key; a list per state serves the copying. */
class SuffixAutomaton {
  readonly #edges = new Map<number, number>();
  readonly #symbols: number[][] = [[]];
  readonly #length = [0];
  readonly #link = [-1];
  /** Where the substrings of a state first end. */
  readonly firstEnd = [-1];
  #last = 0;

  constructor(readonly alphabet: number) {}

  next(state: number, symbol: number): number | undefined {
    return this.#edges.get(state * this.alphabet + symbol);
  }

  link(state: number): number {
    return this.#link[state] as number;
  }

  length(state: number): number {
    return this.#length[state] as number;
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
    const copy = this.#add(this.length(from) + 1, this.firstEnd[target] as number);
    for (const known of this.#symbols[target] as number[])
      this.#connect(copy, known, this.next(target, known) as number);
    this.#link[copy] = this.link(target);
    this.#link[target] = copy;
    for (let state = from; state !== -1 && this.next(state, symbol) === target; state = this.link(state))
      this.#edges.set(state * this.alphabet + symbol, copy);
    return copy;
  }

  #add(length: number, end: number): number {
    this.#length.push(length);
    this.#link.push(-1);
    this.firstEnd.push(end);
    return this.#symbols.push([]) - 1;
  }

  #connect(from: number, symbol: number, to: number): void {
    this.#edges.set(from * this.alphabet + symbol, to);
    (this.#symbols[from] as number[]).push(symbol);
  }
}

/** The longest block common to both ranges; of several the earliest in `a`, then in `b`. Size 0 when there is none. */
export function longestBlockByAutomaton(
  a: { readonly symbols: Int32Array; readonly range: Range },
  b: { readonly symbols: Int32Array; readonly range: Range },
  alphabet: number,
): Block {
  const automaton = automatonOf(b.symbols, b.range, alphabet);
  let best: Block = { a: a.range.from, b: b.range.from, size: 0 };
  let state = 0;
  let size = 0;
  for (let index = a.range.from; index < a.range.to; index += 1) {
    const symbol = a.symbols[index] as number;
    [state, size] = symbol === nothing ? [0, 0] : automaton.follow(state, size, symbol);
    if (size > best.size) best = { a: index + 1 - size, b: (automaton.firstEnd[state] as number) + 1 - size, size };
  }
  return best;
}

function automatonOf(symbols: Int32Array, range: Range, alphabet: number): SuffixAutomaton {
  const automaton = new SuffixAutomaton(alphabet);
  for (let index = range.from; index < range.to; index += 1) {
    const symbol = symbols[index] as number;
    if (symbol === nothing) automaton.breakHere();
    else automaton.append(symbol, index);
  }
  return automaton;
}
