/** What tokens cost: prices in USD per million, and the one function that multiplies. */
import { z } from "zod";
import { round9 } from "./json.ts";
import type { TokenUsage } from "./token-usage.ts";

const usdPerMillion = z.number().nonnegative();

export const Price = z.strictObject({
  input: usdPerMillion,
  output: usdPerMillion,
  /** Left out where it is not known: tokens of that kind then have no known price. */
  cacheRead: usdPerMillion.optional(),
  cacheWrite: usdPerMillion.optional(),
  /** The price holds for prompts of up to this many tokens; what longer ones cost is not known. */
  promptTokensUpTo: z.number().int().positive().optional(),
});
export type Price = z.infer<typeof Price>;

/** `<provider>/<model>` → price. */
export const PriceTable = z.record(z.string(), Price);
export type PriceTable = Readonly<Record<string, Price>>;

/** The cost of this usage in USD, or null where a price is not known. */
export function priceOf(model: string, usage: TokenUsage, table: PriceTable): number | null {
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

/** Whether tokens of this model have a price at all. */
export function isPriced(model: string, table: PriceTable): boolean {
  return findPrice(model, table) !== undefined;
}

function costOf(tokens: number, perMillion: number | undefined): number | null {
  if (tokens === 0) return 0;
  return perMillion === undefined ? null : (tokens * perMillion) / 1_000_000;
}

/** A row for the exact name wins over one without the date of a snapshot or `-latest`. */
function findPrice(model: string, table: PriceTable): Price | undefined {
  const names = [model, model.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "")];
  const name = names.find((candidate) => Object.hasOwn(table, candidate));
  return name === undefined ? undefined : table[name];
}
