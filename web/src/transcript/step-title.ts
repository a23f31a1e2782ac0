/** Names a step in a few words, for lists and charts. */
import { toCall } from "../../../src/agents/transcript/call.ts";
import type { Entry } from "../../../src/core/entry.ts";
import { describeCall, type ShownCall } from "./describe-call.ts";

/** Enough for a line, and cheap for an entry of megabytes. */
const maxCharacters = 200;
const longestSpelling = 400;

interface StepEntries {
  readonly entryIndices: readonly number[];
}

/** Null for what is no call. */
export function readCall(step: StepEntries, entries: readonly Entry[]): ShownCall | null {
  const call = toCall(step, entries);
  return call === null ? null : describeCall(call);
}

export function titleStep(step: StepEntries, entries: readonly Entry[]): string {
  const call = readCall(step, entries);
  if (call !== null) return titleCall(call).slice(0, maxCharacters);
  const first = entries[step.entryIndices[0] ?? -1];
  if (first === undefined) return "loading";
  if (first.type === "assistant") return first.thought === true ? "thinks" : "says";
  return first.type === "error" ? `error: ${first.message.slice(0, maxCharacters)}` : titles[first.type];
}

const titles = { user: "prompt", system: "system", tool_use: "call", tool_result: "result" } as const;

/** A step in full, as a person would type it: `$ ls -la`, `GET https://docs.test/a`, `write src/a.js`, `server.tool(query: "x")`. */
export function spellStep(step: StepEntries, entries: readonly Entry[]): string {
  const call = readCall(step, entries);
  return call === null ? titleStep(step, entries) : spellCall(call).slice(0, longestSpelling);
}

function spellCall({ kind, title, method, args }: ShownCall): string {
  switch (kind) {
    case "shell":
      return `$ ${title.trim()}`;
    case "fetch":
      return `${method ?? "GET"} ${title}`;
    case "mcp":
    case "tool":
      return args === undefined ? title : `${title}(${args})`;
    default:
      return `${kind} ${title}`;
  }
}

/** Without the server of a tool and the host of an address, which are the same in most steps. */
function titleCall({ kind, title, method }: ShownCall): string {
  switch (kind) {
    case "shell":
      return title.trimStart().split("\n", 1)[0] ?? "";
    case "fetch":
      return `${method ?? ""} ${/^https?:\/\/[^/]+(\/.+)$/.exec(title)?.[1] ?? title}`;
    case "mcp":
      return title.slice(title.indexOf(".") + 1);
    case "tool":
      return title;
    default:
      return `${kind} ${title}`;
  }
}
