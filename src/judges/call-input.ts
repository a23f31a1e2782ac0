/** The input of a call read in two ways: as text to take words from, and as a key that equal inputs share. */
import type { Json } from "../core/json.ts";
import { fingerprint } from "./fingerprint.ts";

export interface CallInput {
  /** Its strings and numbers, one per line. Names of fields are the tool's words, not the agent's. */
  readonly text: string;
  /** Equal for equal inputs, whatever the order of their fields. */
  readonly key: string;
}

/** A piece of punctuation, or the name of a field, on its way into the key. */
class Mark {
  constructor(readonly text: string) {}
}
type Pending = (Json | Mark | undefined)[];
const comma = new Mark(",");
const endOfList = new Mark("]");
const endOfObject = new Mark("}");

/** Reads an input without recursion: an agent may nest it as deep as it likes. */
export function readInput(input: Json): CallInput {
  const words: string[] = [];
  const key: string[] = [];
  const pending: Pending = [input];
  while (pending.length > 0) {
    const next = pending.pop();
    if (next instanceof Mark) key.push(next.text);
    else if (typeof next === "object" && next !== null) key.push(open(next, pending));
    else {
      key.push(JSON.stringify(next) ?? "null");
      if (typeof next === "string" || typeof next === "number") words.push(String(next));
    }
  }
  return { text: words.join("\n"), key: fingerprint(key.join("")) };
}

/** Puts the parts of a list or an object on the stack, the first of them on top, and gives its opening mark. */
function open(value: readonly Json[] | { readonly [name: string]: Json | undefined }, pending: Pending): string {
  if (isList(value)) {
    pending.push(endOfList);
    for (let place = value.length - 1; place >= 0; place--) pending.push(comma, value[place]);
    return "[";
  }
  pending.push(endOfObject);
  const names = Object.keys(value).toSorted().toReversed();
  for (const name of names)
    if (value[name] !== undefined) pending.push(comma, value[name], new Mark(`${JSON.stringify(name)}:`));
  return "{";
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
