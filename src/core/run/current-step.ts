/** Says in a few words what an agent is doing. Pages use it too, so it imports no schema. */
import type { Entry, ToolUse } from "../entry.ts";

/** Enough for a line, and cheap for an entry of megabytes. */
const maxCharacters = 200;

/**
 * What an agent does from this entry on: `$ npm test`, `GET docs.acme.dev/api`, `edits src/x.js`, `thinking`.
 * One line, made of text from the agent: the caller makes it safe and cuts it to the space there is.
 */
export function describeStep(entry: Entry): string {
  if (entry.type !== "tool_use") return "thinking";
  const tool = entry.tool.toLowerCase();
  const verb = verbs.find(({ tools, kinds }) => tools.has(tool) || (entry.kind !== undefined && kinds.has(entry.kind)));
  return cutLine(verb?.describe(entry) ?? describeCall(entry));
}

/** The call an agent waits for, otherwise what it said or did last; undefined if it did nothing yet. */
export function findCurrentEntry(entries: readonly Entry[]): Entry | undefined {
  // Calls that run side by side come from one message, so a call before it that is still open was given up.
  const said = entries.findLastIndex(({ type }) => type === "assistant" || type === "user");
  const later = entries.slice(said + 1);
  const results = later.filter((entry) => entry.type === "tool_result");
  const unnamed = results.filter(({ id }) => id === null).length;
  const calls = later.filter((entry) => entry.type === "tool_use");
  // Without ids, the first answer belongs to the first call.
  const waiting = calls.filter(({ id }) => id === null).slice(unnamed);
  const isOpen = (call: ToolUse) => call.id !== null && !results.some(({ id }) => id === call.id);
  return waiting.at(-1) ?? calls.findLast(isOpen) ?? entries.at(-1);
}

interface Verb {
  readonly tools: ReadonlySet<string>;
  /** The same as a kind of the Agent Client Protocol. */
  readonly kinds: ReadonlySet<string>;
  /** Null if the input does not say enough. */
  readonly describe: (call: ToolUse) => string | null;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" ").filter((word) => word !== ""));

function onPath(verb: string): Verb["describe"] {
  return (call) => {
    const path = readText(call, "file_path", "filePath", "path", "file", "notebook_path") ?? call.locations?.[0];
    return path === undefined ? null : `${verb} ${shortenPath(path)}`;
  };
}

const verbs: readonly Verb[] = [
  {
    tools: words(
      "bash shell terminal exec command_execution run_shell_command exec_command shell_command local_shell run_in_terminal",
    ),
    kinds: words("execute"),
    describe: (call) => {
      const command = readCommand(call);
      return command === undefined ? null : `$ ${command}`;
    },
  },
  {
    tools: words("webfetch web_fetch fetch http_request mcp_fetch curl wget"),
    kinds: words("fetch"),
    describe: (call) => {
      const url = readText(call, "url", "uri");
      return url === undefined ? null : `${readText(call, "method")?.toUpperCase() ?? "GET"} ${shortenUrl(url)}`;
    },
  },
  {
    tools: words("websearch web_search"),
    kinds: words(""),
    describe: (call) => {
      const query = readText(call, "query", "q");
      return query === undefined ? "searches the web" : `searches the web for ${query}`;
    },
  },
  {
    tools: words("edit multiedit notebookedit edit_file replace str_replace_editor str_replace_based_edit_tool"),
    kinds: words("edit modify"),
    describe: onPath("edits"),
  },
  { tools: words("write write_file create_file add"), kinds: words("add"), describe: onPath("writes") },
  { tools: words("read read_file notebookread view cat"), kinds: words("read"), describe: onPath("reads") },
  { tools: words("delete_file rm"), kinds: words("delete"), describe: onPath("deletes") },
  {
    tools: words("grep glob search_file_content find file_search grep_search"),
    kinds: words("search"),
    describe: (call) => {
      const pattern = readText(call, "pattern", "query", "regex");
      return pattern === undefined ? null : `searches for ${pattern}`;
    },
  },
  {
    tools: words("todowrite todo_write todo_list update_plan taskcreate taskupdate"),
    kinds: words(""),
    describe: () => "updates its plan",
  },
  {
    tools: words("task agent"),
    kinds: words(""),
    describe: (call) => {
      const task = readText(call, "description", "prompt");
      return task === undefined ? null : `delegates: ${task}`;
    },
  },
];

const mcpName = /^mcp__(.+?)__(.+)$/;

/** `server.tool(query)` for a tool of an MCP server, `tool(query)` for any other. */
function describeCall(call: ToolUse): string {
  const [, server, tool] = mcpName.exec(call.tool) ?? [];
  const name = server === undefined ? call.tool : `${server}.${tool}`;
  return `${name}(${readFirstText(call)})`;
}

function readCommand(call: ToolUse): string | undefined {
  const { input } = call;
  if (typeof input === "string") return input;
  const value = readField(input, "command") ?? readField(input, "cmd");
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return undefined;
  const parts = value.filter((part) => typeof part === "string");
  // `bash -lc "npm test"` is what the agent's program made of `npm test`.
  const isWrapped = parts.length === 3 && /^(?:.*\/)?(?:ba|z|da)?sh$/.test(parts[0]!) && /^-l?c$/.test(parts[1]!);
  return isWrapped ? parts[2] : parts.join(" ");
}

function readText({ input }: ToolUse, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = readField(input, key);
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return undefined;
}

/** The first text or number of an input; empty if there is none. */
function readFirstText({ input }: ToolUse): string {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return "";
  const value = Object.values(input).find((each) => typeof each === "string" || typeof each === "number");
  return value === undefined ? "" : String(value);
}

function readField(input: unknown, key: string): unknown {
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, key)) return undefined;
  return (input as Readonly<Record<string, unknown>>)[key];
}

/** The folder a run works in means nothing to people: of an absolute path they need the end. */
function shortenPath(path: string): string {
  const parts = path.split(/[/\\]/).filter((part) => part !== "");
  const isAbsolute = /^(?:[/\\]|[A-Za-z]:)/.test(path);
  return isAbsolute && parts.length > 2 ? `…/${parts.slice(-2).join("/")}` : path;
}

function shortenUrl(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/[?#].*$/s, "");
}

function cutLine(text: string): string {
  return text
    .slice(0, maxCharacters * 2)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxCharacters);
}
