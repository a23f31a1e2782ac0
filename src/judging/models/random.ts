/** Randomness, injected so that tests are exact. */
import { randomBytes } from "node:crypto";

export interface Random {
  /** This many random bytes, in lower-case hex. */
  hex(bytes: number): string;
  /** A number from 0 up to, but not including, 1. */
  fraction(): number;
}

export const systemRandom: Random = {
  hex: (bytes) => randomBytes(bytes).toString("hex"),
  fraction: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
};
