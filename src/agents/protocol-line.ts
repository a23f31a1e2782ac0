/** One line of the simple protocol for any program: an entry, usage, or a result; everything else is text. */
import { Entry, type EntryInput } from "../core/entry.ts";
import type { TokenUsage } from "../core/model/token-usage.ts";

export type ProtocolLine =
  | { readonly kind: "entry"; readonly entry: EntryInput }
  /** As the program claims it; the recorder decides whether to believe it. */
  | { readonly kind: "usage"; readonly tokens: TokenUsage; readonly costUsd?: number }
  /** `text` is undefined if the line has none. */
  | { readonly kind: "result"; readonly text: string | null | undefined; readonly error: string | null }
  | { readonly kind: "text"; readonly text: string };

/** Reads one line. A known object with an invalid shape is kept as text. */
export function readProtocolLine(line: string): ProtocolLine {
  const object = parseJsonObject(line);
  if (object === null) return { kind: "text", text: line };
  switch (object.type) {
    case "usage":
      return readUsage(object);
    case "result":
      return readResult(object) ?? { kind: "text", text: line };
    default:
      return readEntry(object) ?? { kind: "text", text: line };
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function parseJsonObject(line: string): JsonObject | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    return JSON.parse(line) as JsonObject;
  } catch {
    return null; // Not JSON, so it is text, which the caller keeps unchanged.
  }
}

function readUsage({ input, output, cacheReadInput, cacheWriteInput, costUsd }: JsonObject): ProtocolLine {
  const claimed = { input, output, cacheReadInput, cacheWriteInput };
  const given = Object.fromEntries(Object.entries(claimed).filter(([, count]) => count !== undefined));
  return { kind: "usage", tokens: given as TokenUsage, ...(typeof costUsd === "number" ? { costUsd } : {}) };
}

function readResult({ text, error }: JsonObject): ProtocolLine | null {
  if (text !== undefined && text !== null && typeof text !== "string") return null;
  const none = error === undefined || error === null || error === "" || error === false;
  return { kind: "result", text, error: none ? null : typeof error === "string" ? error : JSON.stringify(error) };
}

/** An entry without a time stays without, so that it gets its arrival time; a time that is not text counts as unknown. */
function readEntry(object: JsonObject): ProtocolLine | null {
  const { timestamp } = object;
  const known = timestamp === undefined || timestamp === null || typeof timestamp === "string";
  const parsed = Entry.safeParse(known ? object : { ...object, timestamp: null });
  if (!parsed.success) return null;
  return { kind: "entry", entry: timestamp === undefined ? { ...parsed.data, timestamp: undefined } : parsed.data };
}
