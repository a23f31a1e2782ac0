import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/core/entry.ts";
import type { Json } from "../../../src/core/json.ts";
import { toCall } from "../../../src/agents/transcript/call.ts";
import { groupEntries } from "../../../src/agents/transcript/groups.ts";
import { readTranscript } from "../../../src/agents/transcript/read-transcript.ts";
import { describeCall, type ShownCall } from "./describe-call.ts";

const folder = join(import.meta.dirname, "../../../test/fixtures/transcripts");

/** Every call of a recording. */
function callsOf(file: string): ShownCall[] {
  const { entries } = readTranscript(readFileSync(join(folder, file), "utf8").split("\n"));
  return groupEntries(entries).flatMap((group) => {
    const call = group.kind === "tool" ? toCall(group, entries) : null;
    return call === null ? [] : [describeCall(call)];
  });
}

const line = ({ kind, title, args }: ShownCall) => `${kind}: ${title}${args === undefined ? "" : `(${args})`}`;

function use(tool: string, input: Json, rest: Partial<Extract<Entry, { type: "tool_result" }>> = {}): ShownCall {
  const entries: Entry[] = [
    { type: "tool_use", timestamp: null, id: "a", tool, input },
    { type: "tool_result", timestamp: null, id: "a", output: "", isError: false, ...rest },
  ];
  return describeCall(toCall({ entryIndices: [0, 1] }, entries)!);
}

/** The lines of a diff with their signs. */
function diffOf({ changes }: ShownCall): string[] {
  const signs = { added: "+", removed: "-", kept: " ", hunk: "", note: "" };
  return (changes ?? []).flatMap(({ path, what, lines }) => [
    `${path} ${what}`,
    ...lines.map(({ kind, text }) => `${signs[kind]}${text}`),
  ]);
}

describe("recordings", () => {
  test.each([
    "claude.ndjson",
    "codex.ndjson",
    "gemini.ndjson",
    "opencode.ndjson",
    "qwen.ndjson",
    "copilot.ndjson",
    "cline.ndjson",
    "acp.claude-agent-acp.ok.jsonl",
    "acp.gemini.ok.jsonl",
    "acp.opencode.ok.jsonl",
  ])("the command of %s is shown as a shell would take it", (file) => {
    const commands = callsOf(file).filter(({ kind }) => kind === "shell");
    expect(commands.map(({ title }) => title)).toContain("echo 'hello from mock' > hello.txt");
  });

  test.each([
    "claude.mcp.nodefer.ndjson",
    "codex.mcp.ndjson",
    "gemini.mcp.ndjson",
    "qwen.mcp.ndjson",
    "copilot.mcp.ndjson",
  ])("the MCP calls of %s name server, tool and arguments", (file) => {
    expect(callsOf(file).map(line)).toEqual(
      expect.arrayContaining(["mcp: mockmcp.mock_add(a: 2, b: 40)", 'mcp: mockmcp.mock_fail(reason: "on purpose")']),
    );
  });

  test("agents that put the server elsewhere are understood, or shown with the name they use", () => {
    expect(callsOf("acp.gemini.mcp.jsonl").map(line)).toContain("mcp: mockmcp.mock_add()");
    expect(callsOf("opencode.mcp.ndjson").map(line)).toContain("tool: mockmcp_mock_add(a: 2, b: 40)");
  });

  test("an exit code is shown where the agent tells it", () => {
    expect(callsOf("codex.ndjson").find(({ kind }) => kind === "shell")?.exitCode).toBe(0);
    expect(callsOf("codex.toolfail.ndjson").some(({ isFailed }) => isFailed)).toBe(true);
  });

  test("every call of every recording has a title", () => {
    const files = readdirSync(folder).filter((file) => /json/.test(file));
    const untitled = files.flatMap((file) => callsOf(file).filter(({ title }) => title === ""));
    expect(untitled).toEqual([]);
  });
});

describe("files", () => {
  test.each([
    ["Write", { file_path: "a.js", content: "one\ntwo\n" }],
    ["write_file", { file_path: "a.js", content: "one\ntwo\n" }],
    ["write", { filePath: "a.js", content: "one\ntwo" }],
    ["create", { path: "a.js", file_text: "one\ntwo" }],
    ["str_replace_editor", { command: "create", path: "a.js", file_text: "one\ntwo" }],
    ["apply_patch", "*** Begin Patch\n*** Add File: a.js\n+one\n+two\n*** End Patch"],
    ["shell", { command: ["apply_patch", "*** Begin Patch\n*** Add File: a.js\n+one\n+two\n*** End Patch"] }],
    ["Edit", { path: "a.js", diff: "--- /dev/null\n+++ b/a.js\n@@ -0,0 +1,2 @@\n+one\n+two" }],
  ])("%s writes a file: every line is new", (tool, input) => {
    const shown = use(tool, input);
    expect(line(shown)).toBe("write: a.js");
    expect(diffOf(shown).filter((text) => !text.startsWith("@@"))).toEqual(["a.js added", "+one", "+two"]);
  });

  test.each([
    ["Edit", { file_path: "a.js", old_string: "a\nb\nc", new_string: "a\nB\nc" }],
    ["replace", { file_path: "a.js", old_string: "a\nb\nc", new_string: "a\nB\nc" }],
    ["edit", { filePath: "a.js", oldString: "a\nb\nc", newString: "a\nB\nc" }],
    ["str_replace_based_edit_tool", { command: "str_replace", path: "a.js", old_str: "a\nb\nc", new_str: "a\nB\nc" }],
    ["MultiEdit", { file_path: "a.js", edits: [{ old_string: "a\nb\nc", new_string: "a\nB\nc" }] }],
    ["apply_patch", { input: "*** Begin Patch\n*** Update File: a.js\n a\n-b\n+B\n c\n*** End Patch" }],
    ["patch", { patchText: "diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n a\n-b\n+B\n c" }],
    ["replace_in_file", { path: "a.js", diff: "<<<<<<< SEARCH\na\nb\nc\n=======\na\nB\nc\n>>>>>>> REPLACE" }],
  ])("%s edits a file: what went and what came", (tool, input) => {
    const shown = use(tool, input);
    expect(line(shown)).toBe("edit: a.js");
    expect(diffOf(shown)).toEqual(["a.js changed", " a", "-b", "+B", " c"]);
  });

  test("several edits of a file stand apart, and several files of a patch are counted", () => {
    const edits = [
      { old_string: "a", new_string: "b" },
      { old_string: "c", new_string: "d" },
    ];
    expect(diffOf(use("MultiEdit", { file_path: "x", edits }))).toEqual(["x changed", "-a", "+b", "…", "-c", "+d"]);
    const patch = "*** Begin Patch\n*** Delete File: a\n*** Update File: b\n@@ fn\n-x\n+y\n*** End Patch";
    expect(line(use("apply_patch", patch))).toBe("edit: 2 files");
    expect(diffOf(use("apply_patch", patch))).toEqual(["a removed", "b changed", "@@ fn", "-x", "+y"]);
    const changes = [{ path: "a.js", kind: "add" }];
    expect(line(use("file_change", { changes }))).toBe("write: a.js");
  });

  test("reading, looking for and deleting a file are told apart", () => {
    expect(line(use("Read", { file_path: "a.js", offset: 3 }))).toBe("read: a.js");
    expect(line(use("str_replace_editor", { command: "view", path: "a.js" }))).toBe("read: a.js");
    expect(line(use("Grep", { pattern: "x+", path: "src" }))).toBe("search: x+ in src");
    expect(line(use("list_directory", { path: "src" }))).toBe("search: src");
    expect(line(use("delete", { path: "a.js" }))).toBe("delete: a.js");
  });
});

test("a request has its method, its address and its status, and one that was refused has failed", () => {
  const refused = use("WebFetch", { url: "https://a.dev/x", prompt: "what?" }, { httpStatus: 404 });
  expect(refused).toMatchObject({
    kind: "fetch",
    method: "GET",
    title: "https://a.dev/x",
    status: 404,
    isFailed: true,
  });
  expect(use("web_fetch", { prompt: "Read https://a.dev/y and say" }).title).toBe("https://a.dev/y");
  expect(use("http_request", { url: "https://a.dev", method: "post" }).method).toBe("POST");
});

test("a command that mentions a patch is still a command", () => {
  expect(use("Bash", { command: "git apply <<'E'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\nE" }).kind).toBe("shell");
});

test("what nobody knows is its name and its input", () => {
  const input = { list: [1, 2] };
  expect(use("Frobnicate", input)).toMatchObject({ kind: "tool", title: "Frobnicate", input });
  expect(use("Frobnicate", { a: 1, b: "x" })).toMatchObject({ args: 'a: 1, b: "x"', input: null });
  expect(use("TodoWrite", { todos: [] })).toMatchObject({ kind: "tool", title: "TodoWrite" });
});

test("no tool name and no input makes it throw", () => {
  const tools = fc.oneof(fc.constantFrom("Bash", "Edit", "apply_patch", "WebFetch", "mcp__a__b", "Grep"), fc.string());
  const keys = ["command", "path", "old_string", "edits", "changes", "patch", "url", "urls", "content", "__proto__"];
  const value = fc.oneof(fc.string(), fc.constant("*** Begin Patch\n*** Add File: x\n+y"), fc.jsonValue());
  const input = fc.oneof(fc.dictionary(fc.constantFrom(...keys), value), fc.jsonValue());
  fc.assert(fc.property(tools, input, (tool, given) => void use(tool, given as Json)));
});
