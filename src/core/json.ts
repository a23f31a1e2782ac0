/** Plain JSON values, and the one canonical way to write them. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Whether a value is an object with keys, and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Leaves out the keys without a value, so that they do not overlay those of another object. */
export function omitUndefined<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

/** From here on a double has no nine decimals, and rounding it twice could give two numbers. */
const tooLargeToRound = 2 ** 51;

/** Rounds to nine decimals, so that the same sum written twice has the same digits. */
export function round9(value: number): number {
  const scaled = value * 1e9;
  return Number.isInteger(value) || Math.abs(scaled) >= tooLargeToRound ? value : Math.round(scaled) / 1e9;
}

/** Sorts keys by code unit and rounds numbers to 1e-9: equal values have equal bytes. Returns a canonical value itself. */
export function canonicalize<T>(value: T): T {
  if (typeof value === "number") return round9(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return canonicalList(value) as T;
  const fields = value as unknown as Fields;
  return (isInOrder(fields) ? canonicalFields(fields) : sortedFields(fields)) as T;
}

type Fields = Readonly<Record<string, unknown>>;

function canonicalList(list: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let place = 0; place < list.length; place += 1) {
    const part = canonicalize(list[place]);
    if (part !== list[place]) (copy ??= [...list])[place] = part;
  }
  return copy ?? list;
}

/** Assigning to a key `__proto__` would not create that key, so such an object is never returned as it is. */
function isInOrder(fields: Fields): boolean {
  let before = "";
  for (const key of Object.keys(fields)) {
    if (key < before || key === "__proto__" || fields[key] === undefined) return false;
    before = key;
  }
  return true;
}

function canonicalFields(fields: Fields): Fields {
  let copy: Record<string, unknown> | null = null;
  for (const key of Object.keys(fields)) {
    const part = canonicalize(fields[key]);
    if (part !== fields[key]) (copy ??= { ...fields })[key] = part;
  }
  return copy ?? fields;
}

function sortedFields(fields: Fields): Fields {
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(fields).sort()) {
    const part = fields[key];
    if (part === undefined) continue;
    if (key === "__proto__") Object.defineProperty(sorted, key, { value: canonicalize(part), enumerable: true });
    else sorted[key] = canonicalize(part);
  }
  return sorted;
}

/** Canonical JSON text, for digests and comparisons. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonicalize(value));
}

/** Replaces lone surrogates, which UTF-8 cannot encode. */
export function replaceLoneSurrogates(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** Whether every store and every program can hold the text: it has no NUL and no lone surrogates. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Replaces each NUL and lone surrogate with U+FFFD, so that text from outside can be stored. */
export function toStorableText(text: string): string {
  return isStorableText(text) ? text : text.toWellFormed().replaceAll("\0", "\uFFFD");
}
