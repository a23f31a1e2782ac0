/** The names that classification uses, as data. All are in lower case, because names are compared that way. */

function splitNames(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(" ")));
}

/** Tools an agent uses to organise itself. */
export const agentTools = splitNames(
  "toolsearch tool_search listtoolsets list_tools",
  "task taskcreate taskupdate taskget tasklist taskoutput taskstop",
  "todoread todowrite todo_read todo_write todo_list agent",
  "enterplanmode exitplanmode enter_plan_mode exit_plan_mode update_plan",
  "askuserquestion askfollowupquestion ask_user_question ask_followup_question",
  "skill activate_skill slashcommand",
);

/** Tools whose input is a command line. */
export const shellTools = splitNames(
  "bash shell terminal exec command_execution run_shell_command exec_command shell_command local_shell",
  "bashoutput killshell killbash",
);

/** Tools that act on the machine the agent runs on. */
export const environmentTools: ReadonlySet<string> = new Set([
  ...shellTools,
  ...splitNames(
    // Files.
    "read write edit multiedit glob grep notebookedit notebookread cat head tail sed awk find ls mkdir rm cp mv touch",
    "chmod chown read_file read_many_files write_file edit_file create_file replace view apply_patch",
    "str_replace_editor str_replace_based_edit_tool list_directory list_dir search_file_content",
    // Version control.
    "git",
    // Packages.
    "npm npx yarn pnpm pip pip3 cargo go bundle gem composer brew apt apt-get",
    // Build and test.
    "make cmake tsc node python python3 ruby java javac docker kubectl",
    // Navigation.
    "cd pwd which whereis file stat du df",
    // Text.
    "sort uniq wc diff patch tr cut xargs",
  ),
]);

/** Prefixes of names that act on the machine as well. */
export const environmentPrefixes: readonly string[] = ["file_", "fs_", "dir_", "mcp__filesystem__"];

/** Tools that access the network themselves. */
export const networkTools = splitNames(
  "webfetch fetch web_fetch websearch web_search mcp_fetch http_request curl wget",
);

/** The prefix of every tool name that an MCP server offers. */
export const mcpPrefix = "mcp__";

/** ACP kinds for an agent that organises itself. */
export const agentKinds = splitNames("think switch_mode");

/** ACP kinds that act on the machine. */
export const environmentKinds = splitNames("read search edit modify add delete move execute");

/** Input keys that name a path. */
export const pathKeys: readonly string[] = [
  "path",
  "file_path",
  "filePath",
  "file",
  "notebook_path",
  "dir",
  "directory",
  "uri",
];

/** An agent's own configuration and memory, in upper or lower case. */
export const agentInternalPath = /\.(?:claude|codex|gemini|qwen|agents)\/|(?:claude|agents|gemini)\.md/i;
