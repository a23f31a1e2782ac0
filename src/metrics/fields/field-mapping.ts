/** Resolves the fields of a metric: from the field itself, a mapped path, or the additional input. */
import { type DatasetItem, itemField, itemFields, itemShape, type ItemField } from "../../core/dataset-item.ts";
import { AxisError } from "../../core/error.ts";
import { readEitherSpelling, isPlainObject, snakeCase } from "../../core/keys/key-case.ts";
import { findNearestName } from "../../core/names/nearest.ts";

/** Maps a canonical field name to a path of keys and indexes that starts at an item field. */
export type FieldMapping = ReadonlyMap<string, readonly [ItemField, ...string[]]>;

/** Parses a mapping; each path must start at an item field. */
export function readMapping(metric: string, written: Readonly<Record<string, string>> = {}): FieldMapping {
  return new Map(
    Object.entries(written).map(([name, path]) => {
      const [first = "", ...rest] = path.split(".");
      const field = itemField(first);
      if (field !== undefined) return [toCanonicalName(name), [field, ...rest] as const];
      const near = findNearestName(first, itemFields.map(snakeCase));
      throw new AxisError(
        "metric-invalid",
        `${metric}: the mapping of ${name} starts at "${first}", which is not a field of an item`,
        {
          hint: near === undefined ? "Start at a field such as additional_output" : `Did you mean "${near}"?`,
        },
      );
    }),
  );
}

/** Returns the camelCase name of a field; other names stay as written. */
export function toCanonicalName(written: string): string {
  return itemField(written) ?? written;
}

/** Returns the value of a field for one item; undefined if it is missing. */
export function readField(item: DatasetItem, name: string, mapping: FieldMapping): unknown {
  const path = mapping.get(name);
  if (path !== undefined) return readPath(item, path);
  const own = itemField(name) === undefined ? undefined : item[name as ItemField];
  return own ?? readEitherSpelling(item.additionalInput, name);
}

/** Returns an item with mapped values under the names they are mapped to. */
export function applyMapping(item: DatasetItem, mapping: FieldMapping): DatasetItem {
  if (mapping.size === 0) return item;
  const values = [...mapping.keys()].map((name) => [name, readField(item, name, mapping)]);
  return Object.freeze({ ...item, ...Object.fromEntries(values) });
}

function readPath(item: DatasetItem, [field, ...keys]: readonly [ItemField, ...string[]]): unknown {
  let at: unknown = item[field];
  for (const key of keys) {
    if (Array.isArray(at)) at = /^\d+$/.test(key) ? (at as unknown[])[Number(key)] : undefined;
    else at = isPlainObject(at) ? readEitherSpelling(at, key) : undefined;
  }
  return at ?? undefined;
}

/** Validates a value that comes from elsewhere with the field's schema. */
export function validateValue(name: string, value: unknown): { value: unknown } | { problem: string } {
  const field = itemField(name);
  if (field === undefined || value === undefined) return { value };
  const parsed = itemShape[field].safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return { problem: parsed.error.issues[0]?.message.replace(/^Invalid input: /, "") ?? "has the wrong shape" };
}

/** `actualOutput ← additionalOutput.summary`, or just the name. */
export function describeField(name: string, mapping: FieldMapping): string {
  const path = mapping.get(name);
  return path === undefined ? name : `${name} ← ${path.join(".")}`;
}
