import { expect, test } from "vitest";
import type { Entry } from "../../../src/core/entry.ts";
import type { Json } from "../../../src/core/json.ts";
import { spellStep, titleStep } from "./step-title.ts";

const timestamp = null;
const only = { entryIndices: [0] };

const callOf = (tool: string, input: Json): Entry[] => [{ type: "tool_use", timestamp, id: "a", tool, input }];

test.each([
  ["Bash", { command: "ls -la\npwd" }, "$ ls -la\npwd", "ls -la"],
  ["WebFetch", { url: "https://docs.test/guide" }, "GET https://docs.test/guide", "GET /guide"],
  ["Write", { file_path: "src/x.js", content: "1" }, "write src/x.js", "write src/x.js"],
  ["Read", { file_path: "README.md" }, "read README.md", "read README.md"],
  ["mcp__docs__find", { query: "retries" }, 'docs.find(query: "retries")', "find"],
  ["t", null, "t", "t"],
])("%s is spelled in full, and named in a few words", (tool, input, spelling, title) => {
  const entries = callOf(tool, input);
  expect([spellStep(only, entries), titleStep(only, entries)]).toEqual([spelling, title]);
});

test("what is no call, or has not been read yet, is named too", () => {
  const entries: Entry[] = [{ type: "assistant", timestamp, text: "I see" }];
  expect(spellStep(only, entries)).toBe("says");
  expect(spellStep(only, [])).toBe("loading");
});
