/** Fills {{name}} in a step with values from the request, such as a nonce that the answer has to repeat. */
import { compilePattern } from "../../core/scenario/pattern.ts";
import type { ModelRequest } from "./model-request.ts";

const placeholderPattern = /\{\{(\w+)\}\}/g;

/** Fills every {{name}} in a value; names without a value are listed in `missing`. */
export function fillValues<T>(
  value: T,
  request: ModelRequest,
  patterns: Readonly<Record<string, string>>,
): { readonly value: T; readonly missing: readonly string[] } {
  const missing = new Set<string>();
  const known = new Map<string, string | null>();
  const lookUp = (name: string): string | null => {
    const found = known.get(name) ?? findPlaceholderValue(name, request, patterns);
    known.set(name, found);
    if (found === null) missing.add(name);
    return found;
  };
  const fill = (part: unknown): unknown => {
    if (typeof part === "string")
      return part.replace(placeholderPattern, (whole, name: string) => lookUp(name) ?? whole);
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, fill(inner)]));
  };
  // Strings stay strings, lists stay lists and objects stay objects, so the cast is safe.
  return { value: fill(value) as T, missing: [...missing] };
}

/** The literal start of a text, before the first {{name}}. */
export function literalStart(text: string): string {
  return text.split("{{", 1)[0] ?? "";
}

function findPlaceholderValue(
  name: string,
  request: ModelRequest,
  patterns: Readonly<Record<string, string>>,
): string | null {
  const pattern = Object.hasOwn(patterns, name) ? patterns[name] : undefined;
  if (pattern !== undefined) return findLastMatch(pattern, request.text);
  if (name === "cwd") return request.workingDirectory;
  return name === "model" ? request.model : null;
}

/** The last match, because a program's own text follows the text it quotes. */
function findLastMatch(pattern: string, text: string): string | null {
  const expression = compilePattern(pattern);
  const everywhere = new RegExp(expression.source, [...new Set(`${expression.flags}g`)].join(""));
  let last: string | null = null;
  for (const match of text.matchAll(everywhere)) last = match[1] ?? match[0];
  return last;
}
