/** Schemas of answers: keys in either spelling, words in any case, numbers clamped to their range. */
import { z } from "zod";
import { foldKeys, keyTable } from "../../core/keys/fold-keys.ts";

/** An object in a reply. Unknown keys are ignored. */
export function reply<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const keys = keyTable(Object.keys(shape));
  return z.preprocess((raw) => foldKeys(raw, keys), z.object(shape));
}

/** One of a fixed list of words, ignoring case and outer spaces; `_` and `-` count as spaces. */
export function word<const Words extends readonly [string, ...string[]]>(words: Words) {
  const spellings = new Map(words.map((known) => [plain(known), known]));
  return z.preprocess((raw) => (typeof raw === "string" ? (spellings.get(plain(raw)) ?? raw) : raw), z.enum(words));
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
}

/** A number from 0 to 1; a number outside is clamped. */
export const share = z.preprocess(
  (raw) => (typeof raw === "number" && !Number.isNaN(raw) ? Math.min(1, Math.max(0, raw)) : raw),
  z.number().min(0).max(1),
);

/** True or false; 1 and 0 are accepted too. */
export const flag = z.preprocess((raw) => (raw === 1 ? true : raw === 0 ? false : raw), z.boolean());

/** 1 or 0; true and false are accepted too. */
export const bit = z.preprocess(
  (raw) => (typeof raw === "boolean" ? Number(raw) : raw),
  z.union([z.literal(0), z.literal(1)]),
);

/** The judge's explanation. It may be missing, because a verdict is valid without one. */
export const words = z.string().default("");
export const texts = z.array(z.string());
