/** Positions of each symbol in a sequence. */
import { noSymbol } from "./symbols.ts";

/** Positions by symbol, ascending: those of symbol s are stored from starts[s] up to starts[s + 1]. */
export class SymbolPositions {
  readonly #starts: Int32Array;
  readonly #places: Int32Array;

  constructor(symbols: Int32Array, alphabet: number) {
    this.#starts = computeStarts(symbols, alphabet);
    this.#places = listPositions(symbols, this.#starts);
  }

  at(index: number): number {
    return this.#places[index] as number;
  }

  /** The index of a symbol's first position. */
  first(symbol: number): number {
    return this.#starts[symbol] as number;
  }

  /** The index of a symbol's last position below a bound. */
  lastBefore(symbol: number, bound: number): number {
    let low = this.#starts[symbol] as number;
    let high = this.#starts[symbol + 1] as number;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#places[middle] as number) < bound) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function computeStarts(symbols: Int32Array, alphabet: number): Int32Array {
  const starts = new Int32Array(alphabet + 1);
  for (const symbol of symbols) if (symbol !== noSymbol) starts[symbol + 1] = (starts[symbol + 1] as number) + 1;
  for (let symbol = 0; symbol < alphabet; symbol += 1)
    starts[symbol + 1] = (starts[symbol + 1] as number) + (starts[symbol] as number);
  return starts;
}

function listPositions(symbols: Int32Array, starts: Int32Array): Int32Array {
  const places = new Int32Array(symbols.length);
  const next = starts.slice();
  symbols.forEach((symbol, place) => {
    if (symbol === noSymbol) return;
    const at = next[symbol] as number;
    places[at] = place;
    next[symbol] = at + 1;
  });
  return places;
}
