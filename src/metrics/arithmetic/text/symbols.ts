/** Converts two sequences of code points to small numbers, for the search of common blocks. */

/** Marks a symbol that the other sequence does not have. */
export const noSymbol = -1;

export interface SymbolPair {
  /** The symbol at each position; symbols of `a` that `b` does not have are `noSymbol`. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** The same for the search, with ignored symbols replaced by `noSymbol`. */
  readonly searchedA: Int32Array;
  readonly searchedB: Int32Array;
  /** Number of different symbols in `b`. */
  readonly alphabet: number;
  /** Whether some symbol of `b` is so frequent that the search ignores it. */
  readonly hasFrequent: boolean;
}

/** For a shorter `b` no symbol is ignored; difflib has the same limit. */
const shortestWithFrequent = 200;

/** Numbers the symbols of `b`. With `autojunk`, the search ignores symbols that make up more than one percent of a long `b`. */
export function toSymbolPair(a: Int32Array, b: Int32Array, autojunk: boolean): SymbolPair {
  const numbers = new Map<number, number>();
  const symbolsB = b.map((point) => numbers.get(point) ?? addSymbol(numbers, point));
  const symbolsA = a.map((point) => numbers.get(point) ?? noSymbol);
  const frequent =
    autojunk && b.length >= shortestWithFrequent ? findFrequentSymbols(symbolsB, numbers.size) : undefined;
  const sides = { a: symbolsA, b: symbolsB, alphabet: numbers.size };
  if (!frequent?.includes(1)) return { ...sides, searchedA: symbolsA, searchedB: symbolsB, hasFrequent: false };
  const searched = (symbol: number): number => (frequent[symbol] === 1 ? noSymbol : symbol);
  return { ...sides, searchedA: symbolsA.map(searched), searchedB: symbolsB.map(searched), hasFrequent: true };
}

function addSymbol(numbers: Map<number, number>, point: number): number {
  const number = numbers.size;
  numbers.set(point, number);
  return number;
}

function findFrequentSymbols(symbols: Int32Array, alphabet: number): Uint8Array {
  const counts = new Int32Array(alphabet);
  for (const symbol of symbols) counts[symbol] = (counts[symbol] as number) + 1;
  const most = Math.floor(symbols.length / 100) + 1;
  return Uint8Array.from(counts, (count) => (count > most ? 1 : 0));
}
