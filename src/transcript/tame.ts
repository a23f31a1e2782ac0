/** Makes foreign JSON safe to traverse and to write: bounded in depth, without NUL and lone surrogates. */
import { isSound, type Json, soundText } from "../core/json.ts";

/** The deepest nesting that is kept. */
const deepest = 100;
const cutMark = `[cut: nested deeper than ${deepest}]`;

/** Returns the value itself if it is already safe, otherwise a copy cut below 100 levels with well-formed strings. */
export function tame(value: Json, levels: number = deepest): Json {
  return isTame(value, levels) ? value : tamed(value, levels);
}

/** Whether the value is already safe. */
export function isTame(value: Json | undefined, levels: number = deepest): boolean {
  if (typeof value === "string") return isSound(value);
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((part: Json) => isTame(part, levels - 1));
  const fields = value as JsonObject;
  for (const key of Object.keys(fields)) if (!isSound(key) || !isTame(fields[key], levels - 1)) return false;
  return true;
}

function tamed(value: Json, levels: number): Json {
  if (typeof value === "string") return soundText(value);
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return cutMark;
  if (Array.isArray(value)) return value.map((part: Json) => tamed(part, levels - 1));
  const fields = Object.entries(value).map(([key, part]) => [soundText(key), tamed(part ?? null, levels - 1)]);
  // Not by assignment, because a key `__proto__` must stay plain data.
  return Object.fromEntries(fields) as Json;
}

type JsonObject = { readonly [key: string]: Json | undefined };

/** Formats the value as one line of JSON, whatever its depth. */
export function jsonText(value: Json): string {
  return JSON.stringify(tame(value));
}
