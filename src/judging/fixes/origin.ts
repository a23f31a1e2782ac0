/** Where an agent had an address from: the prompt, something it had read before, or nowhere. */
import type { Entry } from "../../core/entry.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { OpenedAddress } from "./address.ts";
import type { CauseInRun } from "./run-causes.ts";

/** More of one text is not searched. */
const mostSearched = 200_000;
/** What follows in a longer address is not compared. */
const longestAddress = 2_000;
/** A host with or without a path. Labels are bounded, so that a long text without dots takes linear time. */
const mention =
  /(?<![\w.-])(?:(?:[a-z0-9-]{1,63}\.){1,10}[a-z0-9-]{1,63}|localhost)(?::\d{1,5})?(?:\/[^\s"'<>`()[\]{},\\]*)?/gi;
/** A link by path alone, as pages have to other pages of their host. */
const link = /["'(](\/[\w~%.-][^\s"'<>`()]*)/g;

/** Every address that a run could have read, with the first entry that has it. Each text is searched once. */
export class KnownAddresses {
  readonly #prompt = new Map<string, number>();
  readonly #outputs = new Map<string, number>();

  constructor({
    prompt,
    output,
  }: Pick<RunDetail, "prompt"> & { readonly output: Pick<RunDetail["output"], "transcript"> }) {
    noteAddresses(prompt, 0, this.#prompt);
    for (const [index, entry] of output.transcript.entries()) noteAddresses(readText(entry), index, this.#outputs);
  }

  /** `before` is the entry of the call that opened the address. */
  findOrigin({ written, host }: OpenedAddress, before: number): NonNullable<CauseInRun["origin"]> {
    if (this.#prompt.has(written)) return "prompt";
    const path = written.slice(written.indexOf("/"));
    const isLinked =
      path.length > 1 && path.startsWith("/") && this.#isKnown(path, before) && this.#isKnown(host, before);
    return this.#isKnown(written, before) || isLinked ? "output" : "guessed";
  }

  #isKnown(text: string, before: number): boolean {
    return (this.#outputs.get(text) ?? before) < before;
  }
}

/** What came from outside; what the agent said itself proves nothing. */
function readText(entry: Entry): string {
  if (entry.type === "tool_result") return entry.output;
  return entry.type === "system" || entry.type === "user" ? entry.text : "";
}

function noteAddresses(text: string, index: number, known: Map<string, number>): void {
  const searched = text.slice(0, mostSearched);
  for (const [found] of searched.matchAll(mention)) {
    const written = trimEnd(found).replace(/^www\./, "");
    note(written, index, known);
    const end = written.indexOf("/");
    if (end !== -1) note(written.slice(0, end), index, known);
  }
  for (const [, path = ""] of searched.matchAll(link)) note(trimEnd(path), index, known);
}

/** Without query, fragment, and what belongs to the sentence around it. */
function trimEnd(found: string): string {
  return found
    .slice(0, longestAddress)
    .toLowerCase()
    .replace(/[?#].*$/s, "")
    .replace(/[.,;:!?/*]+$/, "");
}

function note(text: string, index: number, known: Map<string, number>): void {
  if (!known.has(text)) known.set(text, index);
}
