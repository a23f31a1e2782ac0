/** Matching blocks by Ratcliff and Obershelp, like Python's difflib: first the longest block, then those on both sides of it. */
import { toCodePoints } from "./code-points.ts";
import { SuffixAutomaton } from "./suffix-automaton.ts";
import { noSymbol, type SymbolPair, toSymbolPair } from "./symbols.ts";

/** Positions by symbol, ascending: those of symbol s are stored from starts[s] up to starts[s + 1]. */
class SymbolPositions {
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

export interface Matching {
  /** Total length of the matching blocks. */
  readonly matched: number;
  readonly actualLength: number;
  readonly expectedLength: number;
  /** Whether frequent characters were ignored in the search. */
  readonly autojunkApplied: boolean;
}

/** With more equal pairs per character than this, the automaton is faster than comparing all pairs. */
const pairsPerCharacter = 12;

/** Measures how much of two texts matches, in code points. */
export function matchTexts(actual: string, expected: string, autojunk: boolean): Matching {
  const a = toCodePoints(actual);
  const b = toCodePoints(expected);
  const pair = toSymbolPair(a, b, autojunk);
  return {
    matched: new BlockSearch(pair).totalLength(),
    actualLength: a.length,
    expectedLength: b.length,
    autojunkApplied: pair.hasFrequent,
  };
}

/** The Ratcliff-Obershelp ratio: 2·M / (|a| + |b|), and 1 for two empty texts. */
export function matchingRatio({ matched, actualLength, expectedLength }: Matching): number {
  const total = actualLength + expectedLength;
  return total === 0 ? 1 : (2 * matched) / total;
}

class BlockSearch {
  readonly #places: SymbolPositions;
  /** Length of the common run that ends at each position of `b`, and the row in which it was computed. */
  readonly #runLength: Int32Array;
  readonly #runRow: Int32Array;
  readonly #counts: Int32Array;
  #row = 1;

  constructor(readonly pair: SymbolPair) {
    this.#places = new SymbolPositions(pair.searchedB, pair.alphabet);
    this.#runLength = new Int32Array(pair.b.length);
    this.#runRow = new Int32Array(pair.b.length);
    this.#counts = new Int32Array(pair.alphabet);
  }

  totalLength(): number {
    const waiting: [Range, Range][] = [
      [
        { from: 0, to: this.pair.a.length },
        { from: 0, to: this.pair.b.length },
      ],
    ];
    let total = 0;
    for (let ranges = waiting.pop(); ranges !== undefined; ranges = waiting.pop()) {
      const [a, b] = ranges;
      const block = this.#extended(this.#longest(a, b), a, b);
      if (block.size === 0) continue;
      total += block.size;
      if (a.from < block.a && b.from < block.b)
        waiting.push([
          { ...a, to: block.a },
          { ...b, to: block.b },
        ]);
      const rest: [Range, Range] = [
        { ...a, from: block.a + block.size },
        { ...b, from: block.b + block.size },
      ];
      if (rest[0].from < a.to && rest[1].from < b.to) waiting.push(rest);
    }
    return total;
  }

  #longest(a: Range, b: Range): Block {
    const { searchedA, searchedB, alphabet } = this.pair;
    if (this.#equalPairs(a, b) <= pairsPerCharacter * (a.to - a.from + b.to - b.from))
      return this.#longestByPairs(a, b);
    return findLongestBlock({ symbols: searchedA, range: a }, { symbols: searchedB, range: b }, alphabet);
  }

  #equalPairs(a: Range, b: Range): number {
    const { searchedA, searchedB } = this.pair;
    const counts = this.#counts.fill(0);
    for (let index = b.from; index < b.to; index += 1) {
      const symbol = searchedB[index] as number;
      if (symbol !== noSymbol) counts[symbol] = (counts[symbol] as number) + 1;
    }
    let pairs = 0;
    for (let index = a.from; index < a.to; index += 1) pairs += counts[searchedA[index] as number] ?? 0;
    return pairs;
  }

  /** Compares all pairs of equal symbols, row by row of `a`. Positions descend, so that values of the previous row are still available. */
  #longestByPairs(a: Range, b: Range): Block {
    let best: Block = { a: a.from, b: b.from, size: 0 };
    for (let index = a.from; index < a.to; index += 1) {
      this.#row += 1;
      const symbol = this.pair.searchedA[index] as number;
      if (symbol === noSymbol) continue;
      const first = this.#places.first(symbol);
      for (let at = this.#places.lastBefore(symbol, b.to); at >= first; at -= 1) {
        const place = this.#places.at(at);
        if (place < b.from) break;
        const size = this.#grow(place, b.from);
        const start = index + 1 - size;
        if (size > best.size || (size === best.size && best.a === start))
          best = { a: start, b: place + 1 - size, size };
      }
    }
    this.#row += 1;
    return best;
  }

  #grow(place: number, from: number): number {
    const before = place - 1;
    const size = before >= from && this.#runRow[before] === this.#row - 1 ? (this.#runLength[before] as number) + 1 : 1;
    this.#runLength[place] = size;
    this.#runRow[place] = this.#row;
    return size;
  }

  /** Extends a block over equal neighbours, including symbols that the search ignored. */
  #extended(block: Block, rangeA: Range, rangeB: Range): Block {
    const { a, b } = this.pair;
    let { a: fromA, b: fromB, size } = block;
    while (fromA > rangeA.from && fromB > rangeB.from && a[fromA - 1] === b[fromB - 1]) {
      fromA -= 1;
      fromB -= 1;
      size += 1;
    }
    while (fromA + size < rangeA.to && fromB + size < rangeB.to && a[fromA + size] === b[fromB + size]) size += 1;
    return { a: fromA, b: fromB, size };
  }
}

/** A common block: its start in both sequences, and its length. */
interface Block {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

interface Range {
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
