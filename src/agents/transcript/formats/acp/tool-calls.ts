/**
 * Joins the calls of an ACP agent by id from all messages about them: `tool_call`, its updates, and permission requests.
 * A call is emitted as soon as its input is complete, so that a live call has the time it started.
 */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { Json } from "../../../../core/json.ts";
import { isClineList, readClineResult } from "../cline/cline-result.ts";
import { readContentText } from "../common/content.ts";
import { type Fields, fieldsAt, integerAt, itemsAt, textAt } from "../common/fields.ts";
import { toMcpName } from "../common/tool-kinds.ts";
import { type CallDialect, chooseKind, findDialect, readToolName } from "./call-dialect.ts";

type State = Draft | "done";

/** When a message about a call came, and whether it asks for permission. */
interface Moment {
  readonly timestamp: string | undefined;
  readonly isPermission?: boolean;
}

export class ToolCalls {
  #dialect = findDialect(undefined);
  #folder: string | undefined;
  readonly #calls = new Map<string, State>();
  /** Calls that have not been emitted yet, in order. */
  readonly #waiting = new Set<Draft>();

  get count(): number {
    return this.#calls.size;
  }

  /** Sets the name the agent gives itself. */
  setAgent(agent: string | undefined): void {
    this.#dialect = findDialect(agent);
  }

  /** Sets the folder the session runs in. */
  setFolder(folder: string | undefined): void {
    this.#folder = folder;
  }

  take(update: Fields, sink: LineSink, { timestamp, isPermission = false }: Moment): void {
    const id = textAt(update, "toolCallId");
    if (id === undefined) return;
    const known = this.#calls.get(id);
    // Some agents report a call again after its end.
    if (known === "done") return;
    const draft = known ?? this.#open(id, timestamp);
    const input = draft.rawInput;
    updateDraft(draft, update, this.#dialect);
    // What a program asks permission for is its own view of the call; the model's input, if known, counts.
    if (isPermission && !isEmptyObject((input ?? {}) as Json)) draft.rawInput = input;
    const status = textAt(update, "status");
    if (status === "in_progress") this.#announce(draft, sink);
    if (status === "completed" || status === "failed") this.#close(draft, sink, { update, timestamp });
  }

  announce(id: string | undefined, sink: LineSink): void {
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (call !== undefined && call !== "done") this.#announce(call, sink);
  }

  /** The agent has moved on, so the pending calls are complete. */
  announceAll(sink: LineSink): void {
    for (const draft of this.#waiting) this.#announce(draft, sink);
  }

  #open(id: string, timestamp: string | undefined): Draft {
    const draft = newDraft(id, timestamp);
    this.#calls.set(id, draft);
    this.#waiting.add(draft);
    return draft;
  }

  #announce(draft: Draft, sink: LineSink): void {
    if (!this.#waiting.delete(draft)) return;
    const { id, timestamp, locations, parentId } = draft;
    const input = this.#readInput(draft);
    const kind = chooseKind(this.#dialect, draft);
    draft.lacksInput = isEmptyObject(input);
    sink.emit({
      type: "tool_use",
      id,
      tool: toToolName(draft),
      input,
      timestamp,
      // The kind of an MCP call would say how it runs, not what it does.
      ...(kind === undefined || draft.isMcp ? {} : { kind }),
      ...(locations.length === 0 ? {} : { locations }),
      ...(parentId === undefined ? {} : { parentId }),
    });
  }

  #close(draft: Draft, sink: LineSink, { update, timestamp }: { update: Fields; timestamp: string | undefined }): void {
    this.#announce(draft, sink);
    this.#calls.set(draft.id, "done");
    const input = this.#readInput(draft);
    const result = readResult(update, draft.terminal.join(""), this.#dialect);
    const told = { ...draft, folder: this.#folder };
    const isRefused = draft.name !== undefined && draft.name === this.#dialect.refusedTool;
    sink.emit({
      type: "tool_result",
      id: draft.id,
      timestamp,
      ...(draft.lacksInput && !isEmptyObject(input) ? { input } : {}),
      ...result,
      isError: result.isError || isRefused,
      ...this.#dialect.findFailure?.(result.output, told),
    });
  }

  #readInput(draft: Draft): Json {
    const asked = draft.isMcp ? readMcpCall(draft) : undefined;
    if (asked !== undefined) return asked.input;
    const { readInput } = this.#dialect;
    const told = readInput === undefined ? draft.rawInput : readInput({ ...draft, folder: this.#folder });
    return (told ?? {}) as Json;
  }
}

/** What is known about a call so far. */
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
  /** The call was emitted without an input; the result brings it. */
  lacksInput: boolean;
}

function newDraft(id: string, timestamp: string | undefined): Draft {
  const nothing = { name: undefined, title: undefined, kind: undefined, rawInput: undefined, parentId: undefined };
  return { id, timestamp, ...nothing, locations: [], isMcp: false, terminal: [], lacksInput: false };
}

/** Values in an update replace the known ones; values it omits stay. */
function updateDraft(draft: Draft, update: Fields, dialect: CallDialect): void {
  const meta = fieldsAt(update, "_meta");
  const claude = fieldsAt(meta, "claudeCode");
  draft.name = readToolName(update) ?? dialect.findName?.(update) ?? draft.name;
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
function toToolName(draft: Draft): string {
  const asked = draft.isMcp ? readMcpCall(draft) : undefined;
  return asked?.tool ?? draft.name ?? draft.title ?? "unknown";
}

function isEmptyObject(input: Json): boolean {
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

/** Output that the agent passes on while the call is running. */
function readTerminalPiece(meta: Fields | undefined): string | undefined {
  return textAt(fieldsAt(meta, "terminal_output_delta"), "data") ?? textAt(fieldsAt(meta, "terminal_output"), "data");
}

interface AcpResult {
  readonly output: string;
  readonly isError: boolean;
  readonly exitCode?: number | undefined;
}

/** Reads the update that ends a call; `before` is the output that arrived before it. */
function readResult(update: Fields, before: string, dialect: CallDialect): AcpResult {
  const raw = update["rawOutput"];
  const hasFailed = textAt(update, "status") === "failed" || fieldsAt(update, "rawOutput")?.["isError"] === true;
  if (isClineList(raw)) {
    const listed = readClineResult(raw);
    return { ...listed, isError: listed.isError || hasFailed };
  }
  const exitCode = readAcpExitCode(update);
  const text = readOutputText(update, before, dialect);
  const output = dialect.unwrapOutput?.(text, update) ?? text;
  return { output, isError: hasFailed, ...(exitCode === undefined ? {} : { exitCode }) };
}

/** Returns the output in the update that ends a call, or otherwise the output that arrived before it. */
function readOutputText(update: Fields, before: string, { modelGetsContent }: CallDialect): string {
  const raw = update["rawOutput"];
  if (typeof raw === "string" && modelGetsContent !== true) return raw;
  const shown = itemsAt(update, "content")
    .map(shownText)
    .filter((text) => text !== "")
    .join("\n");
  if (shown !== "") return shown;
  return before === "" ? rawText(fieldsAt(update, "rawOutput"), raw) : before;
}

function shownText(item: Fields): string {
  const content = fieldsAt(item, "content");
  if (content !== undefined) return readContentText([content]);
  return textAt(item, "type") === "diff" ? `[diff: ${textAt(item, "path") ?? "unknown"}]` : "";
}

function rawText(output: Fields | undefined, raw: unknown): string {
  if (output === undefined) return readContentText(raw);
  const error = fieldsAt(output, "error");
  const told = textAt(output, "output") ?? textAt(output, "formatted_output") ?? textAt(error, "message");
  const content = output["content"] ?? output["contents"] ?? fieldsAt(output, "result")?.["content"];
  return told ?? textAt(output, "error") ?? readContentText(content);
}

/** Returns the exit code of a command, if the agent reports it at all. */
function readAcpExitCode(update: Fields): number | undefined {
  const output = fieldsAt(update, "rawOutput");
  const exit = fieldsAt(fieldsAt(update, "_meta"), "terminal_exit");
  return (
    integerAt(output, "exit_code") ??
    integerAt(output, "exitCode") ??
    integerAt(fieldsAt(output, "metadata"), "exit") ??
    integerAt(exit, "exit_code") ??
    readShellExit(output)
  );
}

/** Copilot lists the shell's exit among the contents. */
function readShellExit(output: Fields | undefined): number | undefined {
  for (const item of itemsAt(output, "contents")) {
    const nested = fieldsAt(item, "shell_exit") ?? (textAt(item, "type") === "shell_exit" ? item : undefined);
    const code = integerAt(item, "shell_exit") ?? integerAt(nested, "exitCode") ?? integerAt(nested, "exit_code");
    if (code !== undefined) return code;
  }
  return undefined;
}
