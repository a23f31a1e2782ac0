/** Two sequences of code points as small numbers, ready for the search of common blocks. */

/** A number that stands for no symbol of the other side. */
export const nothing = -1;

export interface SymbolPair {
  /** The symbol at each place; in `a`, what `b` does not have is `nothing`. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** The same for the search: symbols that take no part in it are `nothing` as well. */
  readonly searchedA: Int32Array;
  readonly searchedB: Int32Array;
  /** How many symbols `b` has. */
  readonly alphabet: number;
  /** Whether some symbol of `b` is so frequent that it takes no part in the search. */
  readonly hasFrequent: boolean;
}

/** Below this length of `b` every symbol takes part: the limit that difflib has. */
const shortestWithFrequent = 200;

/** Numbers the symbols of `b`; with `autojunk`, the ones that fill more than a hundredth of a long `b` are left out. */
export function symbolPair(a: Int32Array, b: Int32Array, autojunk: boolean): SymbolPair {
  const numbers = new Map<number, number>();
  const symbolsB = b.map((point) => numbers.get(point) ?? added(numbers, point));
  const symbolsA = a.map((point) => numbers.get(point) ?? nothing);
  const frequent = autojunk && b.length >= shortestWithFrequent ? frequentSymbols(symbolsB, numbers.size) : undefined;
  const sides = { a: symbolsA, b: symbolsB, alphabet: numbers.size };
  if (!frequent?.includes(1)) return { ...sides, searchedA: symbolsA, searchedB: symbolsB, hasFrequent: false };
  const searched = (symbol: number): number => (frequent[symbol] === 1 ? nothing : symbol);
  return { ...sides, searchedA: symbolsA.map(searched), searchedB: symbolsB.map(searched), hasFrequent: true };
}

function added(numbers: Map<number, number>, point: number): number {
  const number = numbers.size;
  numbers.set(point, number);
  return number;
}

function frequentSymbols(symbols: Int32Array, alphabet: number): Uint8Array {
  const counts = new Int32Array(alphabet);
  for (const symbol of symbols) counts[symbol] = (counts[symbol] as number) + 1;
  const most = Math.floor(symbols.length / 100) + 1;
  return Uint8Array.from(counts, (count) => (count > most ? 1 : 0));
}
