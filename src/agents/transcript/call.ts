/** A tool call assembled from its entries: what was requested, and what came back. */
import type { Entry, ToolResult, ToolUse } from "../../core/entry.ts";
import type { Json } from "../../core/json.ts";

export type ErrorEntry = Extract<Entry, { type: "error" }>;

export interface Call {
  readonly tool: string;
  readonly kind?: string | undefined;
  /** The input of the call; taken from the result if the call itself had none. */
  readonly input: Json;
  readonly locations?: readonly string[] | undefined;
  /** Null for a result without a call. */
  readonly use: ToolUse | null;
  readonly result: ToolResult | null;
  /** The error that ended the call instead of a result. */
  readonly error: ErrorEntry | null;
}

/** The tool name for a result whose call was not recorded. */
export const unknownTool = "unknown";

/** Which entries of the transcript belong to an interaction. */
export interface OwnEntries {
  readonly entryIndices: readonly number[];
}

/** Returns the call of a tool interaction; null for other kinds. */
export function toCall(interaction: OwnEntries, entries: readonly Entry[]): Call | null {
  const [first, second] = interaction.entryIndices.map((index) => entries[index]);
  if (first?.type === "tool_result")
    return { tool: unknownTool, input: first.input ?? {}, use: null, result: first, error: null };
  if (first?.type !== "tool_use") return null;
  const result = second?.type === "tool_result" ? second : null;
  return {
    tool: first.tool,
    kind: first.kind,
    input: readInput(first, result),
    locations: first.locations,
    use: first,
    result,
    error: second?.type === "error" ? second : null,
  };
}

/** Whether the call's result reports a failure. */
export function hasCallFailed({ result, error }: Call): boolean {
  return error !== null || result?.isError === true || (result?.exitCode ?? 0) !== 0;
}

/** Returns what came back, or null if nothing did. */
export function readCallOutput({ result, error }: Call): string | null {
  return result?.output ?? error?.message ?? null;
}

function readInput({ input }: ToolUse, result: ToolResult | null): Json {
  return result?.input !== undefined && isEmptyInput(input) ? result.input : input;
}

function isEmptyInput(input: Json): boolean {
  if (input === null || input === "") return true;
  return typeof input === "object" && Object.keys(input).length === 0;
}
