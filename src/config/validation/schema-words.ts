/** Reads our zod schemas: which keys they allow, which branch of a union a value is meant for, what they expect in words. */
import type { z } from "zod";

export type Schema = z.core.$ZodType;
type Kind = "string" | "number" | "boolean" | "list" | "object" | "nothing" | "other";

interface SchemaParts {
  readonly type: string;
  readonly innerType?: Schema;
  readonly getter?: () => Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
  readonly discriminator?: string;
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly checks?: readonly z.core.$ZodCheck[];
}

function unwrapSchema(schema: Schema): SchemaParts {
  const own = schema._zod.def as unknown as SchemaParts;
  if (own.type === "lazy" && own.getter) return unwrapSchema(own.getter());
  return own.innerType === undefined ? own : unwrapSchema(own.innerType);
}

/** The keys that a value at this location may have, those of every branch if none fits; empty if they are not listed. */
export function allowedKeys(schema: Schema, value: unknown): string[] {
  const { shape, options } = unwrapSchema(schema);
  if (shape) return Object.keys(shape);
  const given = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const kinds = listObjectKeys(schema).flat();
  if (kinds.length > 0 && !kinds.some((key) => given.includes(key))) return [...new Set(kinds)];
  const option = options && options[fittingOption(schema, value)];
  return option ? allowedKeys(option, value) : [];
}

/** The keys of each kind of object that a union accepts; empty if it accepts fewer than two kinds. */
export function listObjectKeys(schema: Schema): string[][] {
  const { options = [], discriminator } = unwrapSchema(schema);
  const keys = options.flatMap((option) => {
    const { shape } = unwrapSchema(option);
    return shape ? [Object.keys(shape)] : [];
  });
  return keys.length > 1 && discriminator === undefined ? keys : [];
}

/** The schema at a path below a value. */
export function schemaAt(schema: Schema, path: readonly PropertyKey[], value: unknown): Schema {
  const own = unwrapSchema(schema);
  if (own.options) {
    const option = own.options[fittingOption(schema, value)];
    return option && path.length > 0 ? schemaAt(option, path, value) : schema;
  }
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  const next = own.shape?.[String(key)] ?? own.element ?? own.valueType;
  return next ? schemaAt(next, rest, readValueAt(value, [key])) : schema;
}

/** The value at a path, or undefined. */
export function readValueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    return (at as Record<PropertyKey, unknown>)[key];
  }, value);
}

/** Index of the union branch that a value is meant for; -1 if it fits none. */
export function fittingOption(schema: Schema, value: unknown): number {
  const { options = [], discriminator } = unwrapSchema(schema);
  const kind = kindOfValue(value);
  let best = -1;
  let most = -1;
  for (const [index, option] of options.entries()) {
    if (!listKinds(option).includes(kind)) continue;
    const shared = sharedKeys(option, value, discriminator);
    if (shared > most) [best, most] = [index, shared];
  }
  return best;
}

function sharedKeys(option: Schema, value: unknown, discriminator: string | undefined): number {
  const { shape } = unwrapSchema(option);
  if (!shape || typeof value !== "object" || value === null) return 0;
  const mark = discriminator === undefined ? undefined : shape[discriminator];
  const chosen = mark && unwrapSchema(mark).values?.includes(readValueAt(value, [discriminator ?? ""]));
  return Object.keys(value).filter((key) => Object.hasOwn(shape, key)).length + (chosen ? 1000 : 0);
}

function listKinds(schema: Schema): Kind[] {
  const own = unwrapSchema(schema);
  if (own.options) return own.options.flatMap(listKinds);
  const byType: Record<string, Kind> = { string: "string", number: "number", boolean: "boolean", array: "list" };
  const objects = ["object", "record", "custom"];
  return [objects.includes(own.type) ? "object" : (byType[own.type] ?? "other")];
}

function kindOfValue(value: unknown): Kind {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object" && value !== null) return "object";
  const plain = typeof value;
  return plain === "string" || plain === "number" || plain === "boolean" ? plain : "other";
}

/** What a schema expects, in plain words. */
export function describeExpected(schema: Schema): string {
  const own = unwrapSchema(schema);
  if (own.options) return [...new Set(own.options.map(describeExpected))].join(" or ");
  if (own.type === "number") return numberWords(own.checks ?? []);
  if (own.type === "enum" || own.type === "literal") return formatChoices(allowedValues(schema));
  const words: Record<string, string> = {
    string: "a string",
    boolean: "true or false",
    array: "a list",
    object: "an object",
    record: "an object",
    custom: "a judge (an object with id and ask)",
  };
  return words[own.type] ?? "a JSON value";
}

/** The values an enum or literal allows. */
export function allowedValues(schema: Schema): string[] {
  const own = unwrapSchema(schema);
  return own.entries ? Object.values(own.entries) : (own.values ?? []).map(String);
}

/** `one of "a", "b"` */
export function formatChoices(values: readonly string[]): string {
  return values.length === 1
    ? JSON.stringify(values[0])
    : `one of ${values.map((each) => JSON.stringify(each)).join(", ")}`;
}

function numberWords(checks: readonly z.core.$ZodCheck[]): string {
  const rules = checks.map((check) => check._zod.def as { check: string; value?: number; inclusive?: boolean });
  const noun = rules.some(({ check }) => check === "number_format") ? "a whole number" : "a number";
  const low = rules.find(({ check }) => check === "greater_than");
  const high = rules.find(({ check }) => check === "less_than");
  if (low && high) return `${noun} from ${low.value} to ${high.value}`;
  if (low) return low.inclusive ? `${noun} of ${low.value} or more` : `${noun} above ${low.value}`;
  return noun;
}

/** A value as a message may show it: short and harmless, or only its type. */
export function describeFound(value: unknown, mayEcho: boolean): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return objectWords(value);
  if (typeof value === "function") return "a function";
  if (typeof value === "string") return describeString(value, mayEcho);
  // A secret key may be written as a number.
  return typeof value === "number" && !mayEcho ? "a number" : String(value);
}

function describeString(value: string, mayEcho: boolean): string {
  if (value.trim() === "") return "an empty string";
  return mayEcho && value.length <= 24 && !value.includes("=") ? `the string ${JSON.stringify(value)}` : "a string";
}

/** A module may contain a Map or a Date where data is expected. */
function objectWords(value: object): string {
  const { constructor } = value as { readonly constructor?: unknown };
  const name = typeof constructor === "function" ? constructor.name : "Object";
  return name === "Object" ? "an object" : `an object of the class ${name}`;
}
