import { expect, test } from "vitest";
import type { Json } from "../core/json.ts";
import { cleanEntry, cleanJson, cleanText } from "./clean.ts";

const same = (text: string) => text;

test("NUL and half characters become the replacement character", () => {
  expect(cleanText("a\0b\uD800c", same)).toBe("a\uFFFDb\uFFFDc");
});

test("a text beyond 1 MiB is cut and says so", () => {
  const cut = cleanText("x".repeat(2 ** 20 + 5), same);
  expect(cut.length).toBeLessThan(2 ** 20 + 60);
  expect(cut).toContain("[axis: cut, 5 more characters]");
});

test("an input nested 10,000 deep is cut at 100", () => {
  let deep: Json = "bottom";
  for (let level = 0; level < 10_000; level += 1) deep = [deep];
  expect(JSON.stringify(cleanJson(deep, same))).toBe(
    `${"[".repeat(100)}"[axis: cut, nested deeper than 100]"${"]".repeat(100)}`,
  );
});

test("a tool named __proto__ and a key named so are plain data", () => {
  const entry = cleanEntry(
    {
      type: "tool_use",
      timestamp: null,
      id: null,
      tool: "__proto__",
      input: JSON.parse('{"__proto__":{"x":1}}') as Json,
    },
    same,
  );
  expect(JSON.stringify(entry)).toContain('"input":{"__proto__":{"x":1}}');
});
