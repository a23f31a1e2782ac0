/** How ACP agents differ in what they say about a call, by the name that an agent gives itself. */
import type { Json } from "../../../../core/json.ts";
import { toClineToolName } from "../cline/cline-result.ts";
import { type Fields, fieldsAt, isFields, textAt } from "../common/fields.ts";
import { unwrapMcpError } from "../common/mcp-error.ts";
import { toMcpName, toolKinds } from "../common/tool-kinds.ts";
import type { FormatName } from "../format-name.ts";
import { findShellFailure, type ShellFailure } from "../gemini/shell-failure.ts";

/** What an agent said about the input of a call. */
export interface ToldInput {
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly kind: string | undefined;
  readonly rawInput: unknown;
  /** The folder the session runs in. */
  readonly folder: string | undefined;
}

export interface CallDialect {
  /** The format of the same program's own output, for the kinds of its tools. */
  readonly format?: FormatName;
  /** Finds the tool's name in an update that has no field for it. */
  readonly findName?: (update: Fields) => string | undefined;
  /** Returns the input as the model gave it; undefined if the agent does not tell it. */
  readonly readInput?: (told: ToldInput) => unknown;
  /** Finds a failure that the agent reports as a success. */
  readonly findFailure?: (output: string, told: ToldInput) => ShellFailure | null;
  /** The tool that the program calls in place of a tool that does not exist. */
  readonly refusedTool?: string;
  /** The content of a result is what the model got, and the raw output is a summary of it. */
  readonly modelGetsContent?: true;
  /** Takes the program's wrapping off a result; `update` is the message that ended the call. */
  readonly unwrapOutput?: (output: string, update: Fields) => string;
}

const plainDialect: CallDialect = {};

const dialects: ReadonlyMap<string, CallDialect> = new Map<string, CallDialect>([
  [
    "gemini-cli",
    {
      // It sends no input with a command: the title is the command.
      readInput: ({ rawInput, kind, title }) =>
        rawInput ?? (kind === "execute" && title !== undefined ? { command: title } : undefined),
      findFailure: (output, { kind, title }) => (kind === "execute" ? findShellFailure(output, title ?? "") : null),
    },
  ],
  [
    "OpenCode",
    {
      format: "opencode",
      // The first title is the tool's name; later ones describe the call.
      findName: (update) => {
        const title = textAt(update, "title");
        return textAt(update, "sessionUpdate") === "tool_call" || title === "invalid" ? title : undefined;
      },
      readInput: ({ rawInput }) => dropFolder(rawInput),
      refusedTool: "invalid",
    },
  ],
  [
    "cline",
    {
      format: "cline",
      findName: (update) => {
        const name = /^([\w-]+): /.exec(textAt(update, "title") ?? "")?.[1];
        return name === undefined ? undefined : toClineToolName(name);
      },
    },
  ],
  [
    "qwen-code",
    {
      format: "qwen-code",
      modelGetsContent: true,
      unwrapOutput: (output, update) => readShellOutput(fieldsAt(update, "rawOutput")) ?? unwrapMcpError(output),
    },
  ],
  ["Copilot", { format: "copilot", findName: findCopilotName, unwrapOutput: unwrapCopilotOutput }],
  ["@agentclientprotocol/codex-acp", { format: "codex", readInput: readCodexInput }],
]);

/** Returns the ways of an agent; those of the protocol if the agent is unknown. */
export function findDialect(agent: string | undefined): CallDialect {
  return (agent === undefined ? undefined : dialects.get(agent)) ?? plainDialect;
}

/** The tool's name in a field of its own: most agents have one, each elsewhere. */
export function readToolName(update: Fields): string | undefined {
  const meta = fieldsAt(update, "_meta");
  return textAt(update, "name") ?? textAt(fieldsAt(meta, "claudeCode"), "toolName") ?? textAt(meta, "toolName");
}

/** The kind that the program's own output would have; else the kind that the agent told. */
export function chooseKind(dialect: CallDialect, { name, kind }: Pick<ToldInput, "name" | "kind">): string | undefined {
  const table = dialect.format === undefined ? undefined : toolKinds.get(dialect.format);
  return (name === undefined ? undefined : table?.get(name.toLowerCase())) ?? kind;
}

/** Qwen Code repeats a command and its folder around what it printed. */
function readShellOutput(output: Fields | undefined): string | undefined {
  return textAt(output, "type") === "shell_result" ? textAt(output, "output") : undefined;
}

/** The first title of a call is `<server>-<tool>` for an MCP server, and a description of the command for a shell. */
function findCopilotName(update: Fields): string | undefined {
  if (textAt(update, "sessionUpdate") !== "tool_call") return undefined;
  if (textAt(fieldsAt(update, "rawInput"), "command") !== undefined) return "bash";
  const [, server, tool] = /^([^\s-]+)-(\S+)$/.exec(textAt(update, "title") ?? "") ?? [];
  return textAt(update, "kind") === "other" && server !== undefined && tool !== undefined
    ? toMcpName(server, tool)
    : undefined;
}

/** Its content is a picture of the change; the model got the text in the raw output, with a note about the shell. */
function unwrapCopilotOutput(output: string, update: Fields): string {
  const raw = fieldsAt(update, "rawOutput");
  const text = textAt(raw, "content") ?? textAt(raw, "message") ?? output;
  return text.replace(/\n?<shellId: \S+ completed with exit code \d+>$/, "").replace(/^MCP server '[^']*': /, "");
}

/** A command that only reads is told as what it reads, in place of the command. */
function readCodexInput({ name, rawInput, title, folder }: ToldInput): unknown {
  if (rawInput !== undefined || name === undefined || title === undefined) return dropFolder(rawInput);
  const action = folder === undefined ? title : title.replaceAll(`${folder}/`, "");
  return { action } satisfies Json;
}

/** The program adds the folder that a command runs in to the model's input. */
function dropFolder(input: unknown): unknown {
  if (!isFields(input) || !("cwd" in input)) return input;
  const { cwd: _, ...own } = input;
  return own;
}
