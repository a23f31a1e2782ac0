/** The shapes of answers: either spelling of keys, words whatever their case, numbers held within their range. */
import { z } from "zod";
import { foldKeys, keyTable } from "../../core/keys/fold-keys.ts";

/** An object of a reply. Keys that were not asked for are ignored. */
export function reply<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const keys = keyTable(Object.keys(shape));
  return z.preprocess((raw) => foldKeys(raw, keys), z.object(shape));
}

/** One of a closed list of words, ignoring case and outer spaces; `_` and `-` count as spaces. */
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

/** A number from 0 to 1; one beyond is held at the nearer end. */
export const share = z.preprocess(
  (raw) => (typeof raw === "number" && !Number.isNaN(raw) ? Math.min(1, Math.max(0, raw)) : raw),
  z.number().min(0).max(1),
);

/** True or false; 1 and 0 are taken for them. */
export const flag = z.preprocess((raw) => (raw === 1 ? true : raw === 0 ? false : raw), z.boolean());

/** 1 or 0; true and false are taken for them. */
export const bit = z.preprocess(
  (raw) => (typeof raw === "boolean" ? Number(raw) : raw),
  z.union([z.literal(0), z.literal(1)]),
);

/** The judge's own words. A verdict without any is still a verdict. */
export const words = z.string().default("");
export const texts = z.array(z.string());
