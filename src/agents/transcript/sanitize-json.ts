/** Makes foreign JSON safe to traverse and to write: bounded in depth, without NUL and lone surrogates. */
import { isStorableText, type Json, toStorableText } from "../../core/json.ts";

/** The deepest nesting that is kept. */
const deepest = 100;
const cutMark = `[cut: nested deeper than ${deepest}]`;

/** Returns the value itself if it is already safe, otherwise a copy cut below 100 levels with well-formed strings. */
export function sanitizeJson(value: Json, levels: number = deepest): Json {
  return isSanitized(value, levels) ? value : copySanitized(value, levels);
}

/** Whether the value is already safe. */
export function isSanitized(value: Json | undefined, levels: number = deepest): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((part: Json) => isSanitized(part, levels - 1));
  const fields = value as JsonObject;
  for (const key of Object.keys(fields))
    if (!isStorableText(key) || !isSanitized(fields[key], levels - 1)) return false;
  return true;
}

function copySanitized(value: Json, levels: number): Json {
  if (typeof value === "string") return toStorableText(value);
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return cutMark;
  if (Array.isArray(value)) return value.map((part: Json) => copySanitized(part, levels - 1));
  const fields = Object.entries(value).map(([key, part]) => [
    toStorableText(key),
    copySanitized(part ?? null, levels - 1),
  ]);
  // Not by assignment, because a key `__proto__` must stay plain data.
  return Object.fromEntries(fields) as Json;
}

type JsonObject = { readonly [key: string]: Json | undefined };

/** Formats the value as one line of JSON, whatever its depth. */
export function previewJson(value: Json): string {
  return JSON.stringify(sanitizeJson(value));
}
