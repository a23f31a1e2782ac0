import fc from "fast-check";
import { expect, test } from "vitest";
import { parseBlocks } from "./markdown-blocks.ts";

test("headings, lists, code and paragraphs are told apart", () => {
  expect(
    parseBlocks("# Title\n\ntext\nmore\n\n- a\n- b\n\n1. x\n\n```\n# code\n```\nend").map(({ kind }) => kind),
  ).toEqual(["heading", "paragraph", "list", "list", "code", "paragraph"]);
});

test("a fence that is never closed takes the rest", () => {
  expect(parseBlocks("```\na\n# b")).toEqual([{ kind: "code", text: "a\n# b", info: "" }]);
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

test("lists hold lists, quotes hold blocks, tables have cells", () => {
  expect(parseBlocks("- a\n  - b\n    more\n- c")).toEqual([
    {
      kind: "list",
      start: null,
      items: [[paragraph("a"), { kind: "list", start: null, items: [[paragraph("b\nmore")]] }], [paragraph("c")]],
    },
  ]);
  expect(parseBlocks("> # a\n> b")).toEqual([
    { kind: "quote", blocks: [{ kind: "heading", level: 1, text: "a" }, paragraph("b")] },
  ]);
  expect(parseBlocks("| a | b |\n|---|:-:|\n| 1 | x\\|y |\n\nend")).toEqual([
    { kind: "table", head: ["a", "b"], rows: [["1", "x\\|y"]] },
    paragraph("end"),
  ]);
  expect(parseBlocks("3. c\n4. d")).toMatchObject([{ kind: "list", start: 3 }]);
});

test("lists a thousand deep and tables of a million cells are read, and no word is lost", () => {
  const deep = Array.from({ length: 1000 }, (_, depth) => `${"  ".repeat(depth)}- item${depth}`).join("\n");
  expect(JSON.stringify(parseBlocks(deep))).toContain("item999");
  const row = `|${"x|".repeat(1000)}last`;
  const table = `${row}\n${"|-".repeat(1001)}|\n${`${row}\n`.repeat(1000)}`;
  expect(JSON.stringify(parseBlocks(table)).match(/last/g)).toHaveLength(1001);
});

test("every word of any mixture of marks is in a block, in its order", () => {
  const word = fc.integer({ min: 0, max: 999 }).map((number) => `w${number}w`);
  const start = fc.constantFrom(
    "",
    "  ",
    "    ",
    "- ",
    "  * ",
    "10) ",
    "> ",
    "> - ",
    "# ",
    "| ",
    "```",
    "~~~ ",
    "---",
    "|-|-|",
  );
  const line = fc.tuple(start, fc.option(word)).map(([mark, text]) => `${mark}${text ?? ""}`);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      const text = lines.join("\n");
      const found = JSON.stringify(parseBlocks(text)).match(/w\d+w/g) ?? [];
      expect(found.toSorted()).toEqual((text.match(/w\d+w/g) ?? []).toSorted());
    }),
  );
});

function paragraph(text: string) {
  return { kind: "paragraph", text };
}
