/** What tokens cost: prices in USD per million, and the one function that computes a cost from them. */
import { z } from "zod";
import { round9 } from "../json.ts";
import type { TokenUsage } from "./token-usage.ts";

const usdPerMillion = z.number().nonnegative();

export const Price = z.strictObject({
  input: usdPerMillion,
  output: usdPerMillion,
  /** Omitted if unknown: tokens of that kind then have no known price. */
  cacheRead: usdPerMillion.optional(),
  cacheWrite: usdPerMillion.optional(),
  /** The price applies to prompts of up to this many tokens; the price of longer ones is unknown. */
  promptTokensUpTo: z.number().int().positive().optional(),
});
export type Price = z.infer<typeof Price>;

/** `<provider>/<model>` → price. */
export const PriceTable = z.record(z.string(), Price);
export type PriceTable = Readonly<Record<string, Price>>;

/** The cost of this usage in USD, or null if a price is unknown. */
export function computeCost(model: string, usage: TokenUsage, table: PriceTable): number | null {
  const price = findPrice(model, table);
  if (price === undefined) return null;
  const { input, output, cacheReadInput = 0, cacheWriteInput = 0 } = usage;
  if (input + cacheReadInput + cacheWriteInput > (price.promptTokensUpTo ?? Infinity)) return null;
  const parts = [
    costOf(input, price.input),
    costOf(cacheReadInput, price.cacheRead),
    costOf(cacheWriteInput, price.cacheWrite),
    costOf(output, price.output),
  ];
  let total = 0;
  for (const part of parts) {
    if (part === null) return null;
    total += part;
  }
  return round9(total);
}

/**
 * The same for a model name as agents use it: without its provider, unless providers charge different prices for it.
 * The usage of many requests together has no prompt length to compare with a bound, so its cost is unknown there.
 */
export function computeCostByName(model: string, usage: TokenUsage, table: PriceTable): number | null {
  const full = fullName(model, table);
  return full === undefined ? null : computeCost(full, usage, table);
}

/** Whether there is a row for this `<provider>/<model>`. */
export function isPriced(model: string, table: PriceTable): boolean {
  return findPrice(model, table) !== undefined;
}

/** The highest price of one token of this model, in USD; null if unknown. */
export function findHighestTokenPrice(model: string, table: PriceTable): number | null {
  const full = fullName(model, table);
  const price = full === undefined ? undefined : findPrice(full, table);
  if (price === undefined) return null;
  return Math.max(price.input, price.output, price.cacheRead ?? 0, price.cacheWrite ?? 0) / 1_000_000;
}

function fullName(model: string, table: PriceTable): string | undefined {
  if (findPrice(model, table) !== undefined) return model;
  const rows = Object.keys(table).map((row) => `${row.slice(0, row.indexOf("/") + 1)}${model}`);
  const [first, ...others] = [...new Set(rows)].filter((name) => findPrice(name, table) !== undefined);
  if (first === undefined) return undefined;
  const words = (name: string) => JSON.stringify(findPrice(name, table));
  return others.every((name) => words(name) === words(first)) ? first : undefined;
}

function costOf(tokens: number, perMillion: number | undefined): number | null {
  if (tokens === 0) return 0;
  return perMillion === undefined ? null : (tokens * perMillion) / 1_000_000;
}

/** A row for the exact name wins over a row without the snapshot date or `-latest`. */
function findPrice(model: string, table: PriceTable): Price | undefined {
  const names = [model, model.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "")];
  const name = names.find((candidate) => Object.hasOwn(table, candidate));
  return name === undefined ? undefined : table[name];
}
