/** Objects whose keys may be written in either spelling: keys become camelCase before parsing. */
import { z } from "zod";
import { canonicalJson } from "../json.ts";
import { camelCase, isPlainObject, snakeCase } from "./key-case.ts";

/** The known keys, and their other spellings. */
export interface KeyTable {
  readonly known: ReadonlySet<string>;
  /** Other names, each with the key it stands for. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** All spellings of all names, computed in advance for tables that are used often. */
  readonly spellings?: ReadonlyMap<string, string>;
}

/** Builds a table with all spellings. */
export function keyTable(keys: Iterable<string>, aliases: Readonly<Record<string, string>> = {}): KeyTable {
  const known = new Set(keys);
  const names = [...known, ...Object.keys(aliases)];
  const spellings = new Map<string, string>();
  for (const name of names) {
    const key = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
    for (const spelling of [camelCase(name), snakeCase(name), name]) spellings.set(spelling, key);
  }
  return { known, aliases, spellings };
}

/** The canonical name of a written key, or undefined if the key is unknown. */
export function canonicalKey(written: string, { known, aliases = {}, spellings }: KeyTable): string | undefined {
  const found = spellings?.get(written);
  if (found !== undefined) return found;
  if (known.has(written)) return written;
  if (Object.hasOwn(aliases, written)) return aliases[written];
  const camel = camelCase(written);
  return known.has(camel) ? camel : undefined;
}

/** An object with canonical keys and without nulls. Unknown keys stay as written, so that the schema rejects them. */
export function foldKeys(raw: unknown, table: KeyTable, report: (problem: string) => void = () => {}): unknown {
  if (!isPlainObject(raw)) return raw;
  // It has no prototype, so that "__proto__" is a key like any other.
  const folded = Object.create(null) as Record<string, unknown>;
  for (const written of Object.keys(raw)) {
    const value = raw[written];
    if (value === null || value === undefined) continue;
    const key = canonicalKey(written, table) ?? written;
    if (key in folded && canonicalJson(folded[key]) !== canonicalJson(value))
      report(`"${written}" contradicts "${findSpelling(raw, key, table)}", another spelling of ${key}`);
    folded[key] = value;
  }
  return folded;
}

/** The first key of an object that means a field and has a value. */
function findSpelling(raw: Readonly<Record<string, unknown>>, key: string, table: KeyTable): string {
  const hasValue = (written: string) => raw[written] !== null && raw[written] !== undefined;
  return Object.keys(raw).find((written) => canonicalKey(written, table) === key && hasValue(written)) ?? key;
}

/** A strict object that accepts either spelling; null counts as absent. */
export function objectInEitherCase<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  aliases: Readonly<Record<string, string>> = {},
) {
  const table = keyTable(Object.keys(shape), aliases);
  return z.preprocess(
    (raw, context) => foldKeys(raw, table, (message) => context.addIssue({ code: "custom", message, input: raw })),
    z.strictObject(shape).readonly(),
  );
}
