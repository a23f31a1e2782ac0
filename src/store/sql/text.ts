/** Makes text and JSON storable in Postgres, which accepts neither NUL characters nor lone surrogates. */
import { isStorableText, toStorableText } from "../../core/json.ts";

/** Replaces characters that a text column does not accept. */
export function toTextColumn(text: string): string {
  return toStorableText(text);
}

/** The same for optional text. */
export function toOptionalTextColumn(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : toTextColumn(text);
}

/** JSON text for a jsonb column. */
export function toJsonColumn(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "string") return toTextColumn(part);
    return typeof part === "object" && part !== null && !Array.isArray(part) ? sanitizeKeys(part) : part;
  });
}

function sanitizeKeys(part: object): object {
  const keys = Object.keys(part);
  if (keys.every(isStorableText)) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [toTextColumn(key), value]));
}
