import { expect, test } from "vitest";
import { Entry, type EntryInput } from "../entry.ts";
import { describeStep, findCurrentEntry } from "./current-step.ts";

const read = (entry: EntryInput) => Entry.parse(entry);
const call = (tool: string, input: unknown = {}, more = {}) =>
  read({ type: "tool_use", tool, input, ...more } as EntryInput);
const result = (id?: string) => read({ type: "tool_result", output: "", ...(id !== undefined && { id }) });

test.each([
  ["a command", call("Bash", { command: "npm test --silent" }), "$ npm test --silent"],
  ["a command as codex wraps it", call("shell", { command: ["bash", "-lc", "cd a && ls"] }), "$ cd a && ls"],
  ["a command in several parts", call("shell", { command: ["git", "status"] }), "$ git status"],
  ["a command over several lines", call("Bash", { command: "cat <<E\nhello\nE" }), "$ cat <<E hello E"],
  ["a command of the Agent Client Protocol", call("Run it", { command: "ls" }, { kind: "execute" }), "$ ls"],
  ["a page", call("WebFetch", { url: "https://www.acme.dev/api/v1?x=1" }), "GET acme.dev/api/v1"],
  ["another method", call("http_request", { url: "https://acme.dev/a", method: "post" }), "POST acme.dev/a"],
  ["a search of the web", call("WebSearch", { query: "acme deploy" }), "searches the web for acme deploy"],
  ["an edit", call("Edit", { file_path: "src/x.js", old_string: "a" }), "edits src/x.js"],
  ["a file by its whole path", call("Write", { file_path: "/tmp/axis-1/work/src/x.js" }), "writes …/src/x.js"],
  ["a file that only its place names", call("Edit x", {}, { kind: "edit", locations: ["a.ts"] }), "edits a.ts"],
  ["a search", call("Grep", { pattern: "TODO" }), "searches for TODO"],
  ["a tool of an MCP server", call("mcp__acme__search_docs", { query: "v2" }), "acme.search_docs(v2)"],
  ["any other tool", call("LookUp", { list: [], limit: 5 }), "LookUp(5)"],
  ["a known tool with an input that says nothing", call("Read"), "Read()"],
  ["a plan", call("TodoWrite", { todos: [] }), "updates its plan"],
  ["a helper", call("Task", { description: "find the bug" }), "delegates: find the bug"],
  ["a thought", read({ type: "assistant", text: "hm", thought: true }), "thinking"],
  ["an answer to a call", result(), "thinking"],
])("%s is described", (_, entry, phrase) => {
  expect(describeStep(entry)).toBe(phrase);
});

test("a description is short, whatever the agent wrote", () => {
  expect(describeStep(call("Bash", { command: "x".repeat(1_000_000) })).length).toBeLessThanOrEqual(200);
});

test("an agent waits for the call that has no answer yet, also beside one that has", () => {
  const one = call("Bash", { command: "one" }, { id: "1" });
  const two = call("Bash", { command: "two" }, { id: "2" });
  expect(findCurrentEntry([one, two, result("2")])).toBe(one);
  expect(findCurrentEntry([one, two, result("2"), result("1")])).toEqual(result("1"));
});

test("calls without an id are answered in turn", () => {
  const first = call("a");
  const second = call("b");
  expect(findCurrentEntry([first, second, result()])).toBe(second);
  expect(findCurrentEntry([first, second, result(), result()])).toEqual(result());
});

test("a call that was never answered is over once the agent says something", () => {
  const said = read({ type: "assistant", text: "I try something else" });
  expect(findCurrentEntry([call("Bash", { command: "a" }, { id: "1" }), said])).toBe(said);
  expect(findCurrentEntry([])).toBeUndefined();
});
