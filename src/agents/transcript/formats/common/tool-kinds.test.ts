import { expect, test } from "vitest";
import { classify } from "../../classify.ts";
import { kindField, toolKinds } from "./tool-kinds.ts";

const rows = [...toolKinds].flatMap(([format, tools]) =>
  [...tools].map(([tool, kind]) => [format, tool, kind] as const),
);

test.each(rows)("%s: %s belongs where its kind %s says", (_, tool, kind) => {
  const expected = kind === "think" ? "agent" : kind === "fetch" ? "service" : "environment";
  expect(classify({ tool, kind, input: {} })).toEqual([expected]);
});

test.each(rows.filter(([, , kind]) => kind !== "edit"))("%s: %s has to be told its kind %s", (_, tool) => {
  expect(classify({ tool, input: {} })).toEqual(["service"]);
});

/** What the tools of each program do, as their makers describe them. */
test.each([
  ["claude-code", "execute", "Monitor EnterWorktree ExitWorktree"],
  ["claude-code", "search", "LSP"],
  ["claude-code", "think", "CronCreate CronDelete CronList ListAgents SendMessage Workflow ScheduleWakeup"],
  ["codex", "execute", "write_stdin"],
  ["codex", "edit", "file_change"],
  ["codex", "read", "view_image"],
  ["codex", "think", "spawn_agent send_input wait close_agent resume_agent request_user_input"],
  ["gemini", "search", "grep_search"],
  ["gemini", "fetch", "google_web_search"],
  ["gemini", "think", "save_memory write_todos ask_user get_internal_docs delegate_to_agent"],
  ["qwen-code", "search", "grep_search lsp"],
  ["qwen-code", "think", "save_memory cron_create cron_delete cron_list"],
  ["opencode", "read", "list"],
  ["opencode", "search", "lsp"],
  ["opencode", "fetch", "codesearch"],
  ["opencode", "think", "invalid question"],
  ["copilot", "execute", "read_bash write_bash stop_bash list_bash powershell"],
  ["copilot", "edit", "create"],
  ["copilot", "search", "rg"],
  ["copilot", "think", "report_intent update_todo store_memory ask_user"],
  ["cline", "execute", "run_commands"],
  ["cline", "edit", "editor"],
  ["cline", "read", "read_files"],
  ["cline", "search", "search_codebase"],
  ["cline", "fetch", "fetch_web_content"],
  ["cline", "think", "skills ask_question submit_and_exit"],
] as const)("of %s these %s: %s", (format, kind, tools) => {
  for (const tool of tools.split(" ")) expect([tool, kindField(format, tool)]).toEqual([tool, { kind }]);
});

test("a tool that is known by itself, or to nobody, is told no kind", () => {
  expect([kindField("claude-code", "Bash"), kindField("codex", "rg"), kindField("acp", "lsp")]).toEqual([{}, {}, {}]);
});
