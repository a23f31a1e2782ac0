/**
 * The ACP kind of each program's tools, for names that classification does not know by themselves: without a kind they
 * would count as services.
 */
import type { FormatName } from "../format-name.ts";

type Kinds = { readonly [kind: string]: string };

const kindsByFormat: Partial<Record<FormatName, Kinds>> = {
  "claude-code": {
    execute: "monitor enterworktree exitworktree",
    search: "lsp",
    think: "croncreate crondelete cronlist listagents sendmessage workflow schedulewakeup reportfindings",
  },
  codex: {
    execute: "write_stdin",
    // Its name shows where it acts, and its kind that it changes something.
    edit: "file_change",
    read: "view_image",
    think: "spawn_agent send_input wait close_agent resume_agent request_user_input",
  },
  gemini: {
    search: "grep_search",
    fetch: "google_web_search",
    think: "save_memory write_todos ask_user get_internal_docs delegate_to_agent codebase_investigator cli_help",
  },
  "qwen-code": { search: "grep_search lsp", think: "save_memory cron_create cron_delete cron_list" },
  opencode: { read: "list", search: "lsp", fetch: "codesearch", think: "invalid question" },
  copilot: {
    execute: "read_bash write_bash stop_bash list_bash powershell",
    edit: "create",
    search: "rg",
    think: "report_intent update_todo store_memory ask_user fetch_copilot_cli_documentation",
  },
  cline: {
    execute: "run_commands",
    edit: "editor",
    read: "read_files",
    search: "search_codebase",
    fetch: "fetch_web_content",
    think: "skills ask_question submit_and_exit",
  },
  cursor: {
    execute: "writeshellstdin forcebackgroundshell",
    edit: "delete applyagentdiff reapply",
    read: "readlints listmcpresources readmcpresource",
    search: "semsearch codebasesearch",
    think: "todo updatetodos readtodos createplan askquestion switchmode reflect setupvmenvironment await",
  },
};

/** By format, then by the tool's name in lower case. */
export const toolKinds: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(kindsByFormat).map(([format, table]) => [format, indexByTool(table)]),
);

function indexByTool(table: Kinds): ReadonlyMap<string, string> {
  return new Map(Object.entries(table).flatMap(([kind, tools]) => tools.split(" ").map((tool) => [tool, kind])));
}

/** The kind as a field of an entry; empty for a tool that classification knows or that is unknown here. */
export function kindField(format: FormatName, tool: string): { kind?: string } {
  const kind = toolKinds.get(format)?.get(tool.toLowerCase());
  return kind === undefined ? {} : { kind };
}

/** Names a tool of an MCP server in the form that all formats share. */
export function toMcpName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}
