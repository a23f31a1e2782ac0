/** The only source of randomness here: xoshiro128** from a seed, with the same output on every machine. */
import { requireCount, requireFinite } from "./arguments.ts";

/** A number is truncated and taken modulo 2³²; a text is hashed. */
export type Seed = number | string;

/** A stream of random numbers. */
export interface Random {
  /** The next 32-bit word. */
  uint32(): number;
  /** The next number from 0 up to, but not including, 1, with 53 random bits. */
  uniform(): number;
  /** The next whole number from 0 to n - 1, all equally likely. */
  integer(n: number): number;
}

/** Options of a function that draws random samples. */
export interface DrawOptions {
  readonly seed?: Seed | undefined;
  readonly samples?: number | undefined;
}

const words = 2 ** 32;

/** Starts a stream; equal seeds give equal streams. */
export function createRandom(seed: Seed): Random {
  if (typeof seed !== "string") requireFinite(seed, "createRandom: seed");
  const next = spread(typeof seed === "string" ? hash(seed) : seed >>> 0);
  let [s0, s1, s2, s3] = [next(), next(), next(), next()];

  function uint32(): number {
    const result = Math.imul(rotate(Math.imul(s1, 5), 7), 9);
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotate(s3, 11);
    return result >>> 0;
  }

  function uniform(): number {
    const high = uint32() >>> 5;
    return (high * 2 ** 26 + (uint32() >>> 6)) / 2 ** 53;
  }

  /** Words beyond the last full multiple of n are drawn again, so that no remainder is favored. */
  function integer(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > words)
      throw new RangeError(`integer: n must be a whole number from 1 to 2^32, not ${n}`);
    if (n === words) return uint32();
    const end = words - (words % n);
    let word = uint32();
    while (word >= end) word = uint32();
    return word % (n >>> 0);
  }

  return { uint32, uniform, integer };
}

/** The first words of a seed's stream. */
export function randomUint32(seed: Seed, count: number): number[] {
  if (typeof seed !== "string") requireFinite(seed, "randomUint32: seed");
  requireCount(count, "randomUint32: count");
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.uint32());
}

/** FNV-1a over the UTF-8 bytes. */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 16_777_619);
  return value >>> 0;
}

/** splitmix32: expands one word into as many as requested. */
function spread(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return word ^ (word >>> 15);
  };
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
