/** Attributes of OpenTelemetry in OTLP JSON: a list of keys with values that name their type. */
import { epochTime } from "../common/epoch.ts";
import { type Fields, fieldsAt, isFields, itemsAt, textAt } from "../common/fields.ts";

/** No value of ours is nested deeper. */
const deepest = 50;

/** By key, as plain JSON. */
export function attributesOf(holder: Fields | undefined): ReadonlyMap<string, unknown> {
  return new Map(
    itemsAt(holder, "attributes").flatMap((attribute) => {
      const key = textAt(attribute, "key");
      return key === undefined ? [] : [[key, plainValue(fieldsAt(attribute, "value"), deepest)]];
    }),
  );
}

function plainValue(value: Fields | undefined, levels: number): unknown {
  if (value === undefined || levels === 0) return null;
  if ("stringValue" in value) return value["stringValue"];
  if ("boolValue" in value) return value["boolValue"];
  // 64-bit numbers are texts in JSON.
  if ("intValue" in value) return Number(value["intValue"]);
  if ("doubleValue" in value) return Number(value["doubleValue"]);
  const list = fieldsAt(value, "arrayValue");
  if (list !== undefined) return itemsAt(list, "values").map((item) => plainValue(item, levels - 1));
  const pairs = itemsAt(fieldsAt(value, "kvlistValue"), "values");
  return Object.fromEntries(
    pairs.map((pair) => [textAt(pair, "key") ?? "", plainValue(fieldsAt(pair, "value"), levels - 1)]),
  );
}

/** A value that may be JSON in a text, as exporters without nested values write it. */
export function jsonValue(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value; // A text that only begins like JSON is a text.
  }
}

/** Objects in a list that may be JSON in a text. */
export function listValue(value: unknown): readonly Fields[] {
  const list = jsonValue(value);
  return Array.isArray(list) ? list.filter(isFields) : [];
}

/** Nanoseconds since 1970, written as a text or a number. */
export function nanoTime(value: unknown): { readonly order: number; readonly text: string | null } {
  const nanoseconds = typeof value === "string" || typeof value === "number" ? Number(value) : NaN;
  const milliseconds = Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : undefined;
  return { order: milliseconds ?? 0, text: epochTime(milliseconds) ?? null };
}
