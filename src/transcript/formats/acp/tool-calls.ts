/**
 * Calls of an ACP agent, joined by id from all that is said about them: `tool_call`, its updates, and permission
 * requests. A call goes out as soon as its input is whole, so that live it carries the time it began.
 */
import type { Json } from "../../../core/json.ts";
import type { LineSink } from "../../../core/line-reader.ts";
import { type Fields, fieldsAt, itemsAt, textAt } from "../fields.ts";
import { mcpName } from "../tool-kinds.ts";
import { exitCodeIn, outputText, terminalPiece } from "./call-output.ts";

/** What is known of a call so far. */
interface Draft {
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
  /** Told of without an input: the result brings it. */
  lacksInput: boolean;
}

type State = Draft | "done";

export class ToolCalls {
  readonly #calls = new Map<string, State>();
  /** Those that nobody was told of yet, in order. */
  readonly #waiting = new Set<Draft>();

  get count(): number {
    return this.#calls.size;
  }

  take(update: Fields, sink: LineSink, timestamp: string | undefined): void {
    const id = textAt(update, "toolCallId");
    if (id === undefined) return;
    const known = this.#calls.get(id);
    // Some agents tell of a call once more after its end.
    if (known === "done") return;
    const draft = known ?? this.#open(id, timestamp);
    complete(draft, update);
    const status = textAt(update, "status");
    if (status === "in_progress") this.#announce(draft, sink);
    if (status === "completed" || status === "failed") this.#close(draft, sink, { update, timestamp });
  }

  announce(id: string | undefined, sink: LineSink): void {
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (call !== undefined && call !== "done") this.#announce(call, sink);
  }

  /** The agent goes on: what was being put together is whole. */
  announceAll(sink: LineSink): void {
    for (const draft of this.#waiting) this.#announce(draft, sink);
  }

  #open(id: string, timestamp: string | undefined): Draft {
    const nothing = { name: undefined, title: undefined, kind: undefined, rawInput: undefined, parentId: undefined };
    const draft: Draft = { id, timestamp, ...nothing, locations: [], isMcp: false, terminal: [], lacksInput: false };
    this.#calls.set(id, draft);
    this.#waiting.add(draft);
    return draft;
  }

  #announce(draft: Draft, sink: LineSink): void {
    if (!this.#waiting.delete(draft)) return;
    const { id, timestamp, kind, locations, parentId } = draft;
    const input = inputOf(draft);
    draft.lacksInput = isEmpty(input);
    sink.emit({
      type: "tool_use",
      id,
      tool: toolOf(draft),
      input,
      timestamp,
      // That of an MCP call would say how it is carried out, not what it does.
      ...(kind === undefined || draft.isMcp ? {} : { kind }),
      ...(locations.length === 0 ? {} : { locations }),
      ...(parentId === undefined ? {} : { parentId }),
    });
  }

  #close(draft: Draft, sink: LineSink, { update, timestamp }: { update: Fields; timestamp: string | undefined }): void {
    this.#announce(draft, sink);
    this.#calls.set(draft.id, "done");
    const exitCode = exitCodeIn(update);
    sink.emit({
      type: "tool_result",
      id: draft.id,
      output: outputText(update, draft.terminal.join("")),
      isError: textAt(update, "status") === "failed",
      timestamp,
      ...(draft.lacksInput && !isEmpty(inputOf(draft)) ? { input: inputOf(draft) } : {}),
      ...(exitCode === undefined ? {} : { exitCode }),
    });
  }
}

/** What an update says replaces what was known; what it leaves out stays. */
function complete(draft: Draft, update: Fields): void {
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
  const piece = terminalPiece(meta);
  if (piece !== undefined) draft.terminal.push(piece);
}

/** The name of the tool where the agent gives one; most give only a title. */
function toolOf(draft: Draft): string {
  const asked = draft.isMcp ? mcpCall(draft) : undefined;
  return asked?.tool ?? draft.name ?? draft.title ?? "unknown";
}

function inputOf(draft: Draft): Json {
  const asked = draft.isMcp ? mcpCall(draft) : undefined;
  return asked?.input ?? ((draft.rawInput ?? {}) as Json);
}

function isEmpty(input: Json): boolean {
  return typeof input === "object" && input !== null && Object.keys(input).length === 0;
}

/** An MCP call whose input names server and tool beside the arguments. */
function mcpCall({ rawInput }: Draft): { tool: string; input: Json } | undefined {
  const call = fieldsAt({ rawInput }, "rawInput");
  const server = textAt(call, "server");
  const tool = textAt(call, "tool");
  if (server === undefined || tool === undefined) return undefined;
  return { tool: mcpName(server, tool), input: (call?.["arguments"] ?? {}) as Json };
}
