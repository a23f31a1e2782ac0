/** Turns a call of any agent into what a person reads: a command, an address, a file with its changes, a tool with its arguments. */
import { type Call, hasCallFailed, readCallOutput } from "../../../src/agents/transcript/call.ts";
import { readCommandLine } from "../../../src/agents/transcript/shell.ts";
import type { Json } from "../../../src/core/json.ts";
import type { PatchSection } from "../../../src/core/patch-text.ts";
import { asFields, readChanges, readPath, readText } from "./read-changes.ts";

type CallKind = "shell" | "read" | "write" | "edit" | "delete" | "fetch" | "search" | "mcp" | "tool";

export interface ShownCall {
  readonly kind: CallKind;
  /** What was asked for: a command, an address, a path, `server.tool`. */
  readonly title: string;
  /** Before the title: the method of a request. */
  readonly method?: string;
  /** The arguments of a tool, where they fit on a line: `query: "x", limit: 5`. */
  readonly args?: string;
  readonly changes?: readonly PatchSection[];
  readonly exitCode?: number;
  readonly status?: number;
  readonly isFailed: boolean;
  /** The input, where the title does not say all of it. */
  readonly input: Json;
  /** What came back; null if nothing did. */
  readonly output: string | null;
}

export function describeCall(call: Call): ShownCall {
  const { result, input } = call;
  const kind = chooseKind(call);
  return {
    ...kind,
    ...(result?.exitCode === undefined ? {} : { exitCode: result.exitCode }),
    ...(result?.httpStatus === undefined ? {} : { status: result.httpStatus }),
    isFailed: hasCallFailed(call) || (result?.httpStatus ?? 0) >= 400,
    input: kind.input ?? null,
    output: readCallOutput(call),
    ...(kind.kind === "tool" || kind.kind === "mcp" ? describeArguments(input) : {}),
  };
}

type Described = Pick<ShownCall, "kind" | "title" | "method" | "changes"> & { readonly input?: Json };

/** The first rule that matches decides. */
function chooseKind(call: Call): Described {
  return asServerTool(call) ?? asChange(call) ?? asShell(call) ?? asFetch(call) ?? asLook(call) ?? asTool(call);
}

function asTool({ tool, input }: Call): Described {
  return { kind: "tool", title: tool, input };
}

const longestName = 300;

/** `mcp__server__tool`, `server__tool`, or `tool (server MCP Server)`. */
function asServerTool({ tool, input }: Call): Described | null {
  if (tool.length > longestName) return null;
  const [, server, name] = /^(?:mcp__)?([^_\s](?:(?!__).)*?)__(.+)$/s.exec(tool) ?? [];
  if (server !== undefined && server !== "developer") return { kind: "mcp", title: `${server}.${name}`, input };
  const [, named, from] = /^(\S+) \((.+) MCP Server\)$/.exec(tool) ?? [];
  return named === undefined ? null : { kind: "mcp", title: `${from}.${named}`, input };
}

const writeTools = /write|create|save|edit|insert|append|replace|notebook/i;
/** What an editor tool does stands in its `command`. */
const editorCommands = /^(?:str_replace|create|insert|write|undo_edit|view)$/;

function asChange(call: Call): Described | null {
  const { tool, kind, input } = call;
  const path = findPath(call);
  if (/^(?:delete|remove)(?:_?file)?$/i.test(tool) && path !== undefined) return { kind: "delete", title: path };
  const editing = readEditorCommand(input);
  if (editing === "view") return { kind: "read", title: path ?? "", input };
  const changes = readChanges(input, editing !== null || kind === "edit" || writeTools.test(tool)) ?? [];
  const [first] = changes;
  if (first === undefined) return null;
  const title = changes.length === 1 ? first.path : `${changes.length} files`;
  return { kind: first.what === "added" ? "write" : "edit", title, changes };
}

function findPath({ input, locations }: Call): string | undefined {
  return readPath(input) ?? locations?.[0];
}

/** Null unless it is a command of an editor on a file. */
function readEditorCommand(input: Json): string | null {
  const command = readText(asFields(input) ?? {}, ["command"]) ?? "";
  return editorCommands.test(command) && readPath(input) !== undefined ? command : null;
}

const shellTool = /(?:^|_)(?:bash|shell|exec|terminal|commands?|execute)(?:_|$)|^(?:bash|shell|terminal)$/i;

function asShell({ tool, kind, input }: Call): Described | null {
  if (kind !== "execute" && !shellTool.test(tool)) return null;
  const command = readCommandLine(input);
  return command === null ? null : { kind: "shell", title: command };
}

const webTool = /fetch|http|browse|web|download|curl|url/i;

function asFetch({ tool, kind, input }: Call): Described | null {
  const fields = asFields(input) ?? {};
  const url = readText(fields, ["url", "uri", "href", "address"]) ?? readText({ text: firstUrl(fields) }, ["text"]);
  if (url === undefined || !(kind === "fetch" || webTool.test(tool))) return null;
  const rest = Object.keys(fields).length > 1 ? { input } : {};
  const method = readText(fields, ["method"]) ?? "";
  return { kind: "fetch", method: /^[a-z]{1,10}$/i.test(method) ? method.toUpperCase() : "GET", title: url, ...rest };
}

/** Some agents give a list of addresses, or a sentence with one in it. */
function firstUrl({ urls, prompt }: { readonly [key: string]: Json | undefined }): string | undefined {
  const [first] = Array.isArray(urls) ? urls : [];
  if (typeof first === "string") return first;
  return typeof prompt === "string" ? /https?:\/\/[^\s"'<>)\]]+/.exec(prompt)?.[0] : undefined;
}

const readTool = /^(?:read|view|cat|open|get_?file|notebook_?read|fs_read|show)/i;
const searchTool = /glob|grep|search|find|list_?dir|list_files|^ls$|^list$|codebase/i;

/** Reads a file, or looks for one. */
function asLook(call: Call): Described | null {
  const { tool, kind, input } = call;
  const fields = asFields(input) ?? {};
  const path = readPath(input) ?? readText(fields, ["dir", "directory", "dir_path"]);
  const wanted = readText(fields, ["pattern", "query", "regex", "glob", "glob_pattern", "search_term"]);
  if (searchTool.test(tool) || (kind === "search" && wanted !== undefined)) {
    const title = [wanted, path].filter((part) => part !== undefined).join(" in ");
    return title === "" ? null : { kind: "search", title, input };
  }
  const shown = path ?? findPath(call);
  return shown !== undefined && (kind === "read" || readTool.test(tool)) ? { kind: "read", title: shown, input } : null;
}

const longestArguments = 160;

/** On one line if all of them are short; else the input is shown as it is. */
function describeArguments(input: Json): Pick<ShownCall, "args" | "input"> {
  const fields = asFields(input);
  if (fields === null) return { input };
  const values = Object.entries(fields);
  if (values.some(([, value]) => typeof value === "object" && value !== null)) return { input };
  const line = values.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ");
  return line.length > longestArguments || line.includes("\\n") ? { input } : { args: line, input: null };
}
