/** Removes secrets from every text in some facts before they leave the process. */
import type { Json } from "../../../core/json.ts";

export function redactFacts(facts: Json, redact: (text: string) => string): Json {
  if (typeof facts === "string") return redact(facts);
  if (Array.isArray(facts)) return facts.map((part) => redactFacts(part, redact));
  if (typeof facts !== "object" || facts === null) return facts;
  const parts = Object.entries(facts).flatMap(([key, part]) =>
    part === undefined ? [] : [[redact(key), redactFacts(part, redact)] as const],
  );
  return Object.fromEntries(parts);
}
