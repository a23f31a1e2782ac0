/** Parses JSON that a format stores inside a text. */
import type { Json } from "../../../../core/json.ts";

/** Arguments are JSON in a string; anything else is kept as text. */
export function parseArguments(text: string | undefined): Json {
  if (text === undefined) return {};
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text; // An incomplete call, for example in a truncated file: the text is all there is.
  }
}

/** The same for arguments that are either an object or its JSON. */
export function readArguments(given: unknown): Json {
  return typeof given === "string" ? parseArguments(given) : ((given ?? {}) as Json);
}
