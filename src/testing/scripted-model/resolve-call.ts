/** Turns a scripted call, which says what to do, into a call of an offered tool with that tool's argument names. */
import { isAbsolute, join } from "node:path";
import type { ModelRequest, OfferedTool } from "./model-request.ts";
import type { ScriptCall } from "./script.ts";

/** A call as it is sent. Plain text instead of arguments is for OpenAI's custom tools. */
export interface ResolvedCall {
  readonly name: string;
  readonly namespace?: string;
  readonly arguments: Readonly<Record<string, unknown>> | string;
}

type ToolKind = "shell" | "write" | "read";

/** Names of these tools in programs, most common first. */
const toolNames: Readonly<Record<ToolKind, readonly string[]>> = {
  shell: [
    "Bash",
    "bash",
    "exec_command",
    "shell_command",
    "shell",
    "local_shell",
    "run_shell_command",
    "run_commands",
    "execute_command",
  ],
  write: ["Write", "mcp__acp__Write", "write", "write_file", "write_to_file", "create", "editor"],
  read: ["Read", "mcp__acp__Read", "read", "read_file", "read_files", "view"],
};
const argumentNames = {
  command: ["command", "cmd", "commands"],
  path: ["file_path", "filePath", "absolute_path", "absolutePath", "path"],
  content: ["content", "file_text", "contents", "new_text"],
} as const;
/** Further arguments that some tools require, with neutral values. */
const fillers: Readonly<Record<string, unknown>> = {
  description: "a step of the script",
  is_background: false,
  requires_approval: false,
};

export function resolveCall(call: ScriptCall, request: ModelRequest): ResolvedCall {
  switch (call.tool) {
    case "raw":
      return { name: call.name, arguments: call.arguments, ...pickNamespace(call) };
    case "mcp":
      return resolveMcpCall(call, request);
    case "shell":
      return resolveShellCall(call.command, request);
    case "write":
      return (
        resolveFileCall(call, request) ??
        resolveShellCall(`printf %s ${quoteWord(call.content)} > ${quoteWord(call.path)}`, request)
      );
    case "read":
      return resolveFileCall(call, request) ?? resolveShellCall(`cat ${quoteWord(call.path)}`, request);
  }
}

function resolveMcpCall(call: ScriptCall & { tool: "mcp" }, { tools }: ModelRequest): ResolvedCall {
  const ofServer = tools.filter(
    ({ name, namespace }) => call.server === undefined || `${namespace ?? ""}${name}`.includes(call.server),
  );
  const tool =
    ofServer.find(({ name }) => name === call.name) ??
    ofServer.find(({ name }) => name.endsWith(call.name) && /[_-]$/.test(name.slice(0, -call.name.length)));
  // If the tool is not offered, use Claude Code's name for it: some programs accept it although they list tools later.
  const name = tool?.name ?? (call.server === undefined ? call.name : `mcp__${call.server}__${call.name}`);
  return { name, arguments: call.arguments, ...pickNamespace(tool) };
}

function resolveShellCall(command: string, { tools }: ModelRequest): ResolvedCall {
  const tool = findTool("shell", tools);
  const properties = tool?.properties ?? {};
  const key = argumentNames.command.find((name) => name in properties) ?? "command";
  return {
    name: tool?.name ?? "Bash",
    arguments: { [key]: isList(properties[key]) ? toCommandList(key, command) : command, ...pickFillers(properties) },
    ...pickNamespace(tool),
  };
}

/** A list of command lines, or the words of a single one. */
function toCommandList(key: string, command: string): string[] {
  return key === "commands" ? [command] : ["bash", "-lc", command];
}

/** Null if the program has no such tool and uses its shell instead. */
function resolveFileCall(call: ScriptCall & { tool: "write" | "read" }, request: ModelRequest): ResolvedCall | null {
  const tool = findTool(call.tool, request.tools);
  if (tool === undefined) return null;
  const { properties } = tool;
  const path = toAbsolutePath(call.path, request.workingDirectory);
  const named = (names: readonly string[]) => names.find((name) => name in properties) ?? names[0] ?? "";
  return {
    name: tool.name,
    arguments: {
      ...("command" in properties && { command: call.tool === "write" ? "create" : "view" }),
      ...("files" in properties ? { files: [{ path }] } : { [named(argumentNames.path)]: path }),
      ...(call.tool === "write" && { [named(argumentNames.content)]: call.content }),
    },
  };
}

function findTool(doing: ToolKind, tools: readonly OfferedTool[]): OfferedTool | undefined {
  for (const name of toolNames[doing]) {
    const tool = tools.find((offered) => offered.name === name);
    if (tool !== undefined) return tool;
  }
  return undefined;
}

function pickFillers(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fillers).filter(([name]) => name in properties));
}

function isList(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && "type" in schema && schema.type === "array";
}

function pickNamespace(tool: { readonly namespace?: string | undefined } | undefined): { namespace?: string } {
  return tool?.namespace === undefined ? {} : { namespace: tool.namespace };
}

function toAbsolutePath(path: string, folder: string | null): string {
  return folder === null || isAbsolute(path) ? path : join(folder, path);
}

function quoteWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
