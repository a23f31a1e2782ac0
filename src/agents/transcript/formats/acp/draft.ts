/** A call of an ACP agent while it is assembled from several messages. */
import type { Json } from "../../../../core/json.ts";
import { type Fields, fieldsAt, itemsAt, textAt } from "../common/fields.ts";
import { toMcpName } from "../common/tool-kinds.ts";
import { readTerminalPiece } from "./call-output.ts";

/** What is known about a call so far. */
export interface Draft {
  readonly id: string;
  readonly timestamp: string | undefined;
  name: string | undefined;
  title: string | undefined;
  kind: string | undefined;
  rawInput: unknown;
  locations: string[];
  isMcp: boolean;
  parentId: string | undefined;
  terminal: string[];
  /** The call was emitted without an input; the result brings it. */
  lacksInput: boolean;
}

export function newDraft(id: string, timestamp: string | undefined): Draft {
  const nothing = { name: undefined, title: undefined, kind: undefined, rawInput: undefined, parentId: undefined };
  return { id, timestamp, ...nothing, locations: [], isMcp: false, terminal: [], lacksInput: false };
}

/** Values in an update replace the known ones; values it omits stay. */
export function updateDraft(draft: Draft, update: Fields): void {
  const meta = fieldsAt(update, "_meta");
  const claude = fieldsAt(meta, "claudeCode");
  draft.name = textAt(update, "name") ?? textAt(claude, "toolName") ?? draft.name;
  draft.title = textAt(update, "title") ?? draft.title;
  draft.kind = textAt(update, "kind") ?? draft.kind;
  draft.rawInput = update["rawInput"] ?? draft.rawInput;
  draft.parentId = textAt(claude, "parentToolUseId") ?? draft.parentId;
  draft.isMcp ||= meta?.["is_mcp_tool_call"] === true;
  const paths = itemsAt(update, "locations").flatMap((location) => textAt(location, "path") ?? []);
  if (paths.length > 0) draft.locations = paths;
  const piece = readTerminalPiece(meta);
  if (piece !== undefined) draft.terminal.push(piece);
}

/** Returns the tool's name if the agent gives one; most give only a title. */
export function toToolName(draft: Draft): string {
  const asked = draft.isMcp ? readMcpCall(draft) : undefined;
  return asked?.tool ?? draft.name ?? draft.title ?? "unknown";
}

export function toToolInput(draft: Draft): Json {
  const asked = draft.isMcp ? readMcpCall(draft) : undefined;
  return asked?.input ?? ((draft.rawInput ?? {}) as Json);
}

export function isEmptyObject(input: Json): boolean {
  return typeof input === "object" && input !== null && Object.keys(input).length === 0;
}

/** Reads an MCP call whose input names server and tool next to the arguments. */
function readMcpCall({ rawInput }: Draft): { tool: string; input: Json } | undefined {
  const call = fieldsAt({ rawInput }, "rawInput");
  const server = textAt(call, "server");
  const tool = textAt(call, "tool");
  if (server === undefined || tool === undefined) return undefined;
  return { tool: toMcpName(server, tool), input: (call?.["arguments"] ?? {}) as Json };
}
