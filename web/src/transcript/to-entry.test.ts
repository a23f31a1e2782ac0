import { expect, test } from "vitest";
import { toEntry } from "./to-entry.ts";

test.each([
  null,
  7,
  "text",
  [],
  {},
  { type: "assistant" },
  { type: "__proto__", text: "x" },
  { type: "tool_use", tool: 1 },
])("what is no entry, such as %j, is shown as it is", (event) => {
  expect(toEntry(event)).toEqual({ type: "system", timestamp: null, text: JSON.stringify(event) });
});

test("an entry keeps its fields, and a time that is none is unknown", () => {
  const use = { type: "tool_use", timestamp: 5, id: "a", tool: "shell", input: { command: "ls" } };
  expect(toEntry(use)).toEqual({ ...use, timestamp: null });
});
