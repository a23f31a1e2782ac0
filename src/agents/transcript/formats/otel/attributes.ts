/** Reads OpenTelemetry attributes in OTLP JSON: a list of keys with values that name their type. */
import { epochTime } from "../common/epoch.ts";
import { type Fields, fieldsAt, isFields, itemsAt, textAt } from "../common/fields.ts";

/** None of the values we read is nested deeper. */
const deepest = 50;

/** Returns the attributes by key, as plain JSON. */
export function readAttributes(holder: Fields | undefined): ReadonlyMap<string, unknown> {
  return new Map(
    itemsAt(holder, "attributes").flatMap((attribute) => {
      const key = textAt(attribute, "key");
      return key === undefined ? [] : [[key, toPlainValue(fieldsAt(attribute, "value"), deepest)]];
    }),
  );
}

function toPlainValue(value: Fields | undefined, levels: number): unknown {
  if (value === undefined || levels === 0) return null;
  if ("stringValue" in value) return value["stringValue"];
  if ("boolValue" in value) return value["boolValue"];
  // 64-bit numbers are strings in JSON.
  if ("intValue" in value) return Number(value["intValue"]);
  if ("doubleValue" in value) return Number(value["doubleValue"]);
  const list = fieldsAt(value, "arrayValue");
  if (list !== undefined) return itemsAt(list, "values").map((item) => toPlainValue(item, levels - 1));
  const pairs = itemsAt(fieldsAt(value, "kvlistValue"), "values");
  return Object.fromEntries(
    pairs.map((pair) => [textAt(pair, "key") ?? "", toPlainValue(fieldsAt(pair, "value"), levels - 1)]),
  );
}

/** Parses a value that may be JSON in a string, as exporters without nested values write it. */
export function parseJsonValue(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value; // A text that only starts like JSON stays a text.
  }
}

/** Returns the objects in a list that may be JSON in a string. */
export function parseListValue(value: unknown): readonly Fields[] {
  const list = parseJsonValue(value);
  return Array.isArray(list) ? list.filter(isFields) : [];
}

/** Parses nanoseconds since 1970, given as a string or a number. */
export function parseNanoTime(value: unknown): { readonly order: number; readonly text: string | null } {
  const nanoseconds = typeof value === "string" || typeof value === "number" ? Number(value) : NaN;
  const milliseconds = Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : undefined;
  return { order: milliseconds ?? 0, text: epochTime(milliseconds) ?? null };
}
