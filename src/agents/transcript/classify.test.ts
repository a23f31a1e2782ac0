import { expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import { type ClassifiedCall, classify, findUrls } from "./classify.ts";
import { agentTools, environmentTools, shellTools } from "./tools.ts";

const environment = "environment";
const both = "environment,service";
const service = "service";
const agent = "agent";
const bash = (command: string): ClassifiedCall => ({ tool: "Bash", input: { command } });
const tool = (name: string, input: Json = {}): ClassifiedCall => ({ tool: name, input });
const acp = (kind: string, input: Json = {}, name = "Some title"): ClassifiedCall => ({ tool: name, kind, input });

test.each<[string, string, ClassifiedCall]>([
  ["a plain command", environment, bash("ls -la")],
  ["curl in a shell", both, bash("curl -s api.example.test/posts")],
  ["curl behind a pipe and a cd", both, bash("cd a && cat b | sudo curl -d @- host")],
  ["curl inside a substitution", both, bash('echo "$(curl host)"')],
  ["curl as codex wraps it", both, tool("shell", { command: ["bash", "-lc", "cd a && curl host"] })],
  ["a URL that is only printed", environment, bash('echo "see https://x.test"')],
  ["a URL that is only searched for", environment, bash("grep 'https://x.test' src")],
  ["git clone from a URL", environment, bash("git clone https://x.test/a.git")],
  ["a CLI of an API", both, bash("gh pr list")],
  ["git push without a URL", environment, bash("git push origin main")],
  ["ssh", both, bash("ssh host uptime")],
  ["scp, sftp, ftp, telnet, nc", both, bash("nc -z host 80")],
  ["the word curl as an argument", environment, bash("grep -rn curl src")],
  ["curl in quotes", environment, bash("echo 'curl host'")],
  ["curl in a comment", environment, bash("ls # curl host")],
  ["a program whose name only begins with curl", environment, bash("curlify host")],
  ["a shell tool by any other name", both, tool("run_shell_command", { command: "wget host" })],
  ["a shell tool whose input has another key", both, tool("exec_command", { cmd: "curl host" })],
  ["the description of a command", environment, tool("Bash", { command: "ls", description: "see https://x.test" })],
  ["killing a shell", environment, tool("KillShell", { shell_id: "1" })],

  ["reading a file", environment, tool("Read", { file_path: "src/a.ts" })],
  ["names in capitals", environment, tool("READ_FILE", { path: "a" })],
  ["writing a file that mentions a URL", environment, tool("Write", { file_path: "a.md", content: "https://x.test" })],
  ["writing about CLAUDE.md", environment, tool("Write", { file_path: "a.md", content: "see .claude/ and CLAUDE.md" })],
  ["reading a file by its URL", environment, tool("Read", { uri: "https://x.test/a" })],
  ["searching for the name of an internal path", environment, tool("Grep", { pattern: ".claude/" })],
  ["npm as a tool", environment, tool("npm", { args: "install" })],
  ["a file prefix", environment, tool("file_stat")],
  ["a dir prefix", environment, tool("dir_list")],
  ["the filesystem server", environment, tool("mcp__filesystem__read", { path: "a" })],

  ["reading own settings", agent, tool("Read", { file_path: "/home/u/.claude/settings.json" })],
  ["own instructions, in any case", agent, tool("read_file", { path: "agents.MD" })],
  ["listing own skills in a shell", agent, bash("ls -la .agents/skills")],
  ["writing own memory", agent, tool("Write", { file_path: "GEMINI.md", content: "x" })],
  ["own configuration, over the network", agent, bash("curl https://x.test > .codex/config.toml")],
  ["own configuration through the filesystem server", agent, tool("mcp__filesystem__read", { path: ".gemini/x" })],
  ["one of several files", agent, tool("read_many_files", { path: ["a", ".qwen/settings.json"] })],

  ["a todo list", agent, tool("TodoWrite", { todos: [] })],
  ["a sub-agent", agent, tool("Task", { prompt: "look" })],
  ["searching for tools", agent, tool("ToolSearch")],
  ["leaving plan mode", agent, tool("ExitPlanMode")],
  ["asking the user", agent, tool("AskUserQuestion")],
  ["a skill", agent, tool("Skill", { skill: "x" })],

  ["fetching a page", service, tool("WebFetch", { url: "https://x.test" })],
  ["searching the web", service, tool("web_search", { query: "x" })],
  ["curl as a tool of its own", service, tool("curl", { url: "x" })],
  ["an MCP tool", service, tool("mcp__github__create_issue", { title: "x" })],
  ["an unknown tool", service, tool("frobnicate", { path: ".claude/x" })],
  ["a tool named like a property of every object", service, tool("__proto__")],
  ["a tool without a name", service, tool("")],

  ["ACP read", environment, acp("read", { path: "a" })],
  [
    "ACP read of own settings among other files",
    agent,
    { ...acp("read"), locations: ["/w/a", "/w/.claude/settings.json"] },
  ],
  ["a program in capitals", both, bash("CURL host")],
  [
    "a URL in a field that is no command",
    environment,
    tool("Write", { file_path: "a", command: "curl https://x.test" }),
  ],
  ["ACP read of own settings", agent, { ...acp("read"), locations: ["/w/.claude/settings.json"] }],
  ["ACP edit of a file that mentions a URL", environment, acp("edit", { path: "a", newText: "https://x.test" })],
  ["ACP execute", environment, acp("execute", { command: "ls" })],
  ["ACP execute over the network", both, acp("execute", { command: "curl host" })],
  ["ACP execute of own configuration", agent, acp("execute", { command: "cat .gemini/settings.json" })],
  ["ACP search", environment, acp("search")],
  ["ACP delete, in capitals", environment, acp("DELETE")],
  ["ACP fetch", service, acp("fetch")],
  ["ACP think", agent, acp("think")],
  ["ACP switch_mode", agent, acp("switch_mode")],
  ["ACP other", service, acp("other")],
  ["an MCP tool of ACP kind read", both, acp("read", {}, "mcp__docs__read")],
  ["a network tool of ACP kind execute", both, acp("execute", {}, "http_request")],
  ["a name known to be the agent's own goes before its kind", agent, acp("read", {}, "todo_read")],
  ["a name known to act on the machine goes before its kind", environment, acp("think", {}, "Read")],

  ["a command that is no text", environment, tool("Bash", { command: 5 })],
  ["an input that is a text", both, tool("shell", "curl host")],
  ["no input", environment, tool("Bash", null)],
])("%s: %s", (_, expected, call) => {
  expect(classify(call).join()).toBe(expected);
});

test("a config makes commands, hosts and tools of the machine services", () => {
  const services = new Set(["acme", "api.acme.dev", "npm"]);
  const calls = [bash("acme deploy"), bash("git push https://api.acme.dev/a.git"), tool("npm", { args: "test" })];
  expect(calls.map((call) => classify(call).join())).toEqual([environment, environment, environment]);
  expect(calls.map((call) => classify(call, services).join())).toEqual([both, both, both]);
});

test("no name is both the agent's own and the machine's", () => {
  expect([...agentTools].filter((name) => environmentTools.has(name))).toEqual([]);
  expect([...shellTools].filter((name) => !environmentTools.has(name))).toEqual([]);
});

test("all names are in lower case, as they are compared", () => {
  const all = [...agentTools, ...environmentTools];
  expect(all.filter((name) => name !== name.toLowerCase() || name === "")).toEqual([]);
});

test("a URL ends at white space or at a closing mark", () => {
  const text = `see <https://a.test/x?y=1>, "http://b.test:8080/", (https://c.test) [https://d.test] {https://e.test},https://f.test,g`;
  expect(findUrls(text)).toEqual([
    { url: "https://a.test/x?y=1", host: "a.test" },
    { url: "http://b.test:8080/", host: "b.test" },
    { url: "https://c.test", host: "c.test" },
    { url: "https://d.test", host: "d.test" },
    { url: "https://e.test", host: "e.test" },
    { url: "https://f.test", host: "f.test" },
  ]);
});

test.each([
  ["https://API.Example.TEST/x", "api.example.test"],
  ["https://user:secret@x.test/", "x.test"],
  ["https://x.test.", "x.test"],
  ["https://x.test;ls", "x.test"],
  ["https://$HOST/path", ""],
  ["http://[::1]:80/", ""],
  [`https://${"a".repeat(300)}/`, ""],
])("the host of %s is %j", (text, host) => {
  expect(findUrls(text).map((found) => found.host)).toEqual([host]);
});

test.each([["http://"], ["https:// x"], ["ftp://x.test"], ["x.test/a"], ["http:/x.test"]])(
  "%j holds no URL",
  (text) => {
    expect(findUrls(text)).toEqual([]);
  },
);
