import fc from "fast-check";
import { expect, test } from "vitest";
import { parseBlocks } from "./markdown.tsx";

test("headings, lists, code and paragraphs are told apart", () => {
  expect(
    parseBlocks("# Title\n\ntext\nmore\n\n- a\n- b\n\n1. x\n\n```\n# code\n```\nend").map(({ kind }) => kind),
  ).toEqual(["heading", "paragraph", "list", "list", "code", "paragraph"]);
});

test("a fence that is never closed takes the rest", () => {
  expect(parseBlocks("```\na\n# b")).toEqual([{ kind: "code", text: "a\n# b" }]);
});

test("every word of any text is in some block, and reading ends", () => {
  const line = fc.oneof(
    fc.constantFrom("# h", "- i", "2) j", "```", "~~~", "", "text", "####### x", "-", "#"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const text = [...lines, "LAST"].join("\n");
      expect(JSON.stringify(parseBlocks(text))).toContain("LAST");
    }),
  );
});
