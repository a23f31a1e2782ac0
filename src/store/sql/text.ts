/** Makes text and JSON storable in Postgres, which accepts neither NUL characters nor lone surrogates. */
import { isSound, soundText } from "../../core/json.ts";

/** Replaces characters that a text column does not accept. */
export function plainText(text: string): string {
  return soundText(text);
}

/** The same for optional text. */
export function optionalText(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : plainText(text);
}

/** JSON text for a jsonb column. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "string") return plainText(part);
    return typeof part === "object" && part !== null && !Array.isArray(part) ? withPlainKeys(part) : part;
  });
}

function withPlainKeys(part: object): object {
  const keys = Object.keys(part);
  if (keys.every(isSound)) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [plainText(key), value]));
}
