/** One interaction with everything the rules need, extracted from the transcript once. */
import type { Category } from "../../core/score/category.ts";
import type { Entry, ToolResult } from "../../core/entry.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { Json } from "../../core/json.ts";
import { type Call, toCall, type ErrorEntry, readCallOutput } from "../../agents/transcript/call.ts";
import { readCommandLine, listSimpleCommands } from "../../agents/transcript/shell.ts";
import { pathKeys, shellTools } from "../../agents/transcript/tools.ts";
import { type CallClass, classifyCall } from "./call-class.ts";

export interface RuleStep {
  readonly id: number;
  readonly kind: Interaction["kind"];
  readonly categories: readonly Category[];
  /** In lower case for comparison; empty if nothing was called. */
  readonly tool: string;
  readonly acpKind: string;
  /** Undefined if the agent made no call: the input of a lone result is unknown. */
  readonly input: Json | undefined;
  /** The target of a write: paths or the command line, without the content; empty for other calls. */
  readonly target: string;
  readonly isShell: boolean;
  /** The effect of the call; the commands that decide it are not stored. */
  readonly callClass: CallClass;
  /** The program that determines the exit code of the command line; otherwise the tool itself. */
  readonly lastProgram: string;
  readonly result: ToolResult | null;
  /** The error that replaces a result. */
  readonly error: ErrorEntry | null;
  /** The output; for thinking and errors, the text. */
  readonly text: string;
  readonly textBytes: number;
  /** Positions in the transcript; equal if there is only one entry. */
  readonly firstEntry: number;
  readonly lastEntry: number;
}

/** Joins an interaction with its entries. */
export function toRuleStep(interaction: Interaction, transcript: readonly Entry[]): RuleStep {
  const call = interaction.kind === "tool" ? toCall(interaction, transcript) : null;
  return call === null ? spokenStep(interaction, transcript) : calledStep(interaction, call);
}

function spokenStep(interaction: Interaction, transcript: readonly Entry[]): RuleStep {
  const { id, kind, categories, entryIndices } = interaction;
  return {
    id,
    kind,
    categories,
    tool: "",
    acpKind: "",
    input: undefined,
    target: "",
    isShell: false,
    callClass: "opaque",
    lastProgram: "",
    result: null,
    error: null,
    text: joinSpokenText(interaction, transcript),
    textBytes: interaction.contextBytes,
    ...findPositions(entryIndices),
  };
}

function calledStep({ id, kind, categories, entryIndices }: Interaction, call: Call): RuleStep {
  const tool = call.tool.toLowerCase();
  const acpKind = call.kind?.toLowerCase() ?? "";
  const isShell = shellTools.has(tool) || acpKind === "execute";
  const line = isShell ? readCommandLine(call.input) : null;
  const commands = line === null ? [] : listSimpleCommands(line);
  const text = readCallOutput(call) ?? "";
  const made = classifyCall({ tool, acpKind, isShell, commands });
  return {
    id,
    kind,
    categories,
    tool,
    acpKind,
    input: call.use === null ? undefined : call.input,
    target: made === "write" ? findTarget(call, line) : "",
    isShell,
    callClass: made,
    lastProgram: commands.at(-1)?.program ?? (isShell ? "" : tool),
    result: call.result,
    error: call.error,
    text,
    textBytes: Buffer.byteLength(text),
    ...findPositions(entryIndices),
  };
}

function findTarget(call: Call, line: string | null): string {
  return line === null ? listPaths(call).join("\n") : cutHereDocument(line);
}

/** A command line without the here-document it writes. */
function cutHereDocument(line: string): string {
  const start = line.indexOf("<<");
  const end = start === -1 ? -1 : line.indexOf("\n", start);
  return end === -1 ? line : line.slice(0, end);
}

function listPaths({ input, locations }: Call): readonly string[] {
  if (typeof input !== "object" || input === null) return locations ?? [];
  const fields = input as { readonly [key: string]: Json | undefined };
  const paths = pathKeys.filter((key) => Object.hasOwn(fields, key)).map((key) => fields[key]);
  return [...paths.filter((path) => typeof path === "string"), ...(locations ?? [])];
}

function joinSpokenText({ entryIndices }: Interaction, transcript: readonly Entry[]): string {
  if (entryIndices.length === 1) return readSpokenText(transcript[entryIndices[0]!]);
  return entryIndices.map((index) => readSpokenText(transcript[index])).join("\n");
}

function readSpokenText(entry: Entry | undefined): string {
  if (entry?.type === "assistant") return entry.text;
  return entry?.type === "error" ? entry.message : "";
}

function findPositions(entryIndices: readonly number[]) {
  return { firstEntry: entryIndices[0] ?? 0, lastEntry: entryIndices.at(-1) ?? 0 };
}
