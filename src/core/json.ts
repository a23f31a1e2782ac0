/** Plain JSON values, and the one canonical way to write them. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Rounds to nine decimals, so that the same sum written twice has the same digits. */
export function round9(value: number): number {
  return Number.isInteger(value) ? value : Math.round(value * 1e9) / 1e9;
}

/** A deep copy with keys in code-unit order and numbers rounded to 1e-9: equal values have equal bytes. */
export function canonical<T>(value: T): T {
  if (typeof value === "number") return round9(value) as T;
  if (Array.isArray(value)) return value.map(canonical) as T;
  if (typeof value !== "object" || value === null) return value;
  const source = value as Readonly<Record<string, unknown>>;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(source).sort()) {
    const part = source[key];
    if (part === undefined) continue;
    // Assigning to __proto__ would not make a key of that name.
    if (key === "__proto__") Object.defineProperty(sorted, key, { value: canonical(part), enumerable: true });
    else sorted[key] = canonical(part);
  }
  return sorted as T;
}

/** Canonical JSON text, for digests and comparisons. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value));
}

/** Replaces lone surrogates, which UTF-8 cannot carry. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}
