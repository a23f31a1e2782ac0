import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSection, splitPatch } from "../../core/patch-text.ts";
import { cutSection, type FileDiff, joinLimits, joinSections, formatStub } from "./join-sections.ts";

const version = { mode: "100644", id: "1".repeat(40) };

function diffOf(path: string, lines: number): FileDiff {
  const added = Array.from({ length: lines }, (_, at) => `+line ${at}\n`).join("");
  const head = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n`;
  return { path, before: null, after: version, section: `${head}@@ -0,0 +1,${lines} @@\n${added}` };
}

test("what fits is there as git wrote it", () => {
  const files = [diffOf("a", 3), diffOf("b", 1)];
  expect(joinSections(files)).toEqual({
    text: files.map(({ section }) => section).join(""),
    added: 4,
    removed: 0,
    partial: 0,
  });
  expect(joinSections([])).toEqual({ text: "", added: 0, removed: 0, partial: 0 });
});

test("a long file is cut at a line, counted in full, and the next one is whole", () => {
  const { text, added, partial } = joinSections([diffOf("a", 1_000), diffOf("b", 1)], {
    ...joinLimits,
    fileBytes: 500,
  });
  const [a = "", b = ""] = splitPatch(text);
  expect(a.length).toBeLessThan(600);
  expect(a).toMatch(/\n\+line \d+\n# AXIS: the rest of this file's diff is omitted \(\d+ lines\)\n$/);
  expect(readSection(b).added).toBe(1);
  expect({ added, partial }).toEqual({ added: 1_001, partial: 1 });
});

test("where there is no room for lines files are named, and where there is none for names they are counted", () => {
  const files = Array.from({ length: 20 }, (_, at) => diffOf(`f${at}`, 10));
  const { text, partial, added } = joinSections(files, { fileBytes: 500, allBytes: 600, nameBytes: 900 });
  const sections = splitPatch(text);
  expect(sections.length).toBeGreaterThan(3);
  expect(sections.length).toBeLessThan(20);
  expect(text).toContain("# AXIS: its lines are not shown: the diff has reached its size limit\n");
  expect(text).toMatch(new RegExp(`# AXIS: More files changed that are not listed here: ${20 - sections.length}\n$`));
  expect({ partial, added }).toEqual({ partial: 17, added: 200 });
});

describe("a cut", () => {
  const two = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n@@ -9 +9 @@\n-x\n+y\n";

  test("between hunks keeps the head of the next, so that no program takes it for the whole", () => {
    expect(cutSection(two, 60)).toBe(
      "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n@@ -9 +9 @@\n# AXIS: the rest of this file's diff is omitted (2 lines)\n",
    );
  });

  test("before the first line is none", () => {
    expect(cutSection(two, 10)).toBeNull();
    expect(cutSection("diff --git a/a b/a\nGIT binary patch\nliteral 1\n", 10)).toBeNull();
  });
});

test("a file of which nothing is shown says what became of it, with any name", () => {
  expect(formatStub({ path: 'q"\t', before: version, after: null }, "it is large")).toBe(
    [
      String.raw`diff --git "a/q\"\t" "b/q\"\t"`,
      "deleted file mode 100644",
      `index ${version.id}..${"0".repeat(40)}`,
      String.raw`Files "a/q\"\t" and /dev/null differ`,
      "# AXIS: its lines are not shown: it is large",
      "",
    ].join("\n"),
  );
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (path) => {
      expect(readSection(formatStub({ path, before: null, after: version }, "x"))).toMatchObject({
        path,
        what: "added",
      });
    }),
  );
});

test("whatever the files and limits, the text stays within bounds and every file is counted once", () => {
  const limit = fc.integer({ min: 0, max: 3_000 });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 30 }),
      limit,
      limit,
      limit,
      (sizes, one, all, names) => {
        const files = sizes.map((lines, at) => diffOf(`f${at}`, lines));
        const { text, partial, added } = joinSections(files, { fileBytes: one, allBytes: all, nameBytes: names });
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(all + names + 200);
        expect(added).toBe(sizes.reduce((sum, lines) => sum + lines, 0));
        expect(partial === 0).toBe(text === files.map(({ section }) => section).join(""));
      },
    ),
  );
});
