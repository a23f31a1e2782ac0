/** Reads the input of a call in two ways: as text with words, and as a key that equal inputs share. */
import type { Json } from "../../core/json.ts";
import { fingerprint } from "./fingerprint.ts";

/**
 * Its strings and numbers, one per line, at any depth. Field names are left out: they are the tool's words, not the
 * agent's. Computed on demand and not stored: for a long run, all of them together would be as large as the run.
 */
export function toInputText(input: Json): string {
  if (typeof input === "string") return input;
  const pending: (Json | undefined)[] = [input];
  let text = "";
  let isFirst = true;
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === "string" || typeof next === "number") {
      text += isFirst ? next : `\n${next}`;
      isFirst = false;
    } else if (typeof next === "object" && next !== null) pushParts(next, pending);
  }
  return text;
}

/** Equal for equal inputs, whatever the order of their fields. Not stored either. */
export function toInputKey(input: Json): string {
  return fingerprint(toPlainKey(input) ?? toNestedKey(input));
}

type Structure = readonly Json[] | { readonly [name: string]: Json | undefined };

/** Pushes the parts in reverse, so that the first is on top; those of an object are sorted by name. */
function pushParts(value: Structure, pending: (Json | undefined)[]): void {
  if (isList(value)) for (let place = value.length - 1; place >= 0; place -= 1) pending.push(value[place]);
  else {
    const names = sortNames(value);
    for (let place = names.length - 1; place >= 0; place -= 1) pending.push(value[names[place]!]);
  }
}

/** The key of an object without nested values, as most are; null for others, whose keys never look like it. */
function toPlainKey(input: Json): string | null {
  if (typeof input !== "object" || input === null || isList(input)) return null;
  const names = Object.keys(input);
  let sorted = true;
  let before = "";
  for (const name of names) {
    const value = input[name];
    if (typeof value === "object" && value !== null) return null;
    if (name < before) sorted = false;
    before = name;
  }
  return sorted ? JSON.stringify(input) : JSON.stringify(input, names.toSorted());
}

/** Punctuation or a field name that is waiting to be added to the key. */
class Mark {
  constructor(readonly text: string) {}
}
type Pending = (Json | Mark | undefined)[];
const comma = new Mark(",");
const endOfList = new Mark("]");
const endOfObject = new Mark("}");

function toNestedKey(input: Json): string {
  const key: string[] = [];
  const pending: Pending = [input];
  while (pending.length > 0) {
    const next = pending.pop();
    if (next instanceof Mark) key.push(next.text);
    else if (typeof next === "object" && next !== null) key.push(pushStructure(next, pending));
    else key.push(JSON.stringify(next) ?? "null");
  }
  return key.join("");
}

/** Pushes the parts of a list or an object, the first on top, and returns the opening bracket. */
function pushStructure(value: Structure, pending: Pending): string {
  if (isList(value)) {
    pending.push(endOfList);
    for (let place = value.length - 1; place >= 0; place -= 1) pending.push(comma, value[place]);
    return "[";
  }
  pending.push(endOfObject);
  for (const name of sortNames(value).toReversed())
    if (value[name] !== undefined) pending.push(comma, value[name], new Mark(`${JSON.stringify(name)}:`));
  return "{";
}

function sortNames(value: { readonly [name: string]: Json | undefined }): string[] {
  return Object.keys(value).toSorted();
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
