/** Finds the longest common block of two ranges in linear time, with a suffix automaton of one of them. */
import { SuffixAutomaton } from "./suffix-automaton.ts";
import { noSymbol } from "./symbols.ts";

/** A common block: its start in both sequences, and its length. */
export interface Block {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the longest block common to both ranges, the earliest in `a`, then in `b`, if there are several. Size 0 if there is none. */
export function findLongestBlock(
  a: { readonly symbols: Int32Array; readonly range: Range },
  b: { readonly symbols: Int32Array; readonly range: Range },
  alphabet: number,
): Block {
  const automaton = buildAutomaton(b.symbols, b.range, alphabet);
  let best: Block = { a: a.range.from, b: b.range.from, size: 0 };
  let state = 0;
  let size = 0;
  for (let index = a.range.from; index < a.range.to; index += 1) {
    const symbol = a.symbols[index] as number;
    [state, size] = symbol === noSymbol ? [0, 0] : automaton.follow(state, size, symbol);
    if (size > best.size) best = { a: index + 1 - size, b: automaton.firstEnd(state) + 1 - size, size };
  }
  return best;
}

function buildAutomaton(symbols: Int32Array, range: Range, alphabet: number): SuffixAutomaton {
  const automaton = new SuffixAutomaton(alphabet, range.to - range.from);
  for (let index = range.from; index < range.to; index += 1) {
    const symbol = symbols[index] as number;
    if (symbol === noSymbol) automaton.breakHere();
    else automaton.append(symbol, index);
  }
  return automaton;
}
