/** Paths into JSON as checks write them: names joined by dots, indexes in brackets, such as items[0].id. */
import type { Json } from "../json.ts";

const step = /(?:^|(?!^)\.)([^.[\]]+)|\[(\d+)\]/suy;

/** The steps of a path; null if the text is not a path. An empty text means the whole document. */
export function parseJsonPath(text: string): (string | number)[] | null {
  const steps: (string | number)[] = [];
  for (let at = 0; at < text.length;) {
    step.lastIndex = at;
    const found = step.exec(text);
    if (found === null) return null;
    steps.push(found[1] ?? Number(found[2]));
    at = step.lastIndex;
  }
  return steps;
}

/** The value at a path; undefined if there is none. Only the document's own keys count. */
export function readJsonPath(document: Json, steps: readonly (string | number)[]): Json | undefined {
  let at: Json | undefined = document;
  for (const key of steps) {
    if (typeof at !== "object" || at === null || Array.isArray(at) !== (typeof key === "number")) return undefined;
    if (!Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, Json>)[key];
  }
  return at;
}
