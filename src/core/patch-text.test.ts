import fc from "fast-check";
import { expect, test } from "vitest";
import { axisNotePrefix, readSection, splitPatch } from "./patch-text.ts";

const changed = [
  "diff --git a/a b/c.txt b/a b/c.txt",
  "index 1..2 100644",
  "--- a/a b/c.txt\t",
  "+++ b/a b/c.txt\t",
  "@@ -1,3 +1,3 @@ heading",
  " one",
  "-two",
  "+diff --git a/x b/x",
  "+@@ -9 +9 @@",
  " three",
  "\\ No newline at end of file",
  "",
].join("\n");
const added =
  "diff --git a/run.sh b/run.sh\nnew file mode 100755\nindex 0..1\n--- /dev/null\n+++ b/run.sh\n@@ -0,0 +1 @@\n+x\n";

test("a diff is split at its files, and never at what a line of one says", () => {
  expect(splitPatch(`words before\n${changed}${added}`)).toEqual([changed, added]);
  expect(splitPatch("")).toEqual([]);
  expect(splitPatch("no diff at all")).toEqual([]);
});

test("a section has its path, its counts, and lines with their numbers before and after", () => {
  const section = readSection(changed);
  const contentId = "2";
  expect(section).toMatchObject({ path: "a b/c.txt", what: "changed", facts: [], added: 2, removed: 1, contentId });
  expect(section.lines.map(({ kind, text, before, after }) => [kind, text, before, after])).toEqual([
    ["hunk", "@@ -1,3 +1,3 @@ heading", null, null],
    ["kept", "one", 1, 1],
    ["removed", "two", 2, null],
    ["added", "diff --git a/x b/x", null, 2],
    ["added", "@@ -9 +9 @@", null, 3],
    ["kept", "three", 3, 4],
    ["note", "\\ No newline at end of file", null, null],
  ]);
  expect(readSection(added)).toMatchObject({
    path: "run.sh",
    what: "added",
    facts: ["new file mode 100755"],
    added: 1,
  });
  expect(readSection("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n").contentId).toBeNull();
  expect(readSection("diff --git a/x b/x\n@@ -1 +1 @@\n+index 1..2\n").contentId).toBeNull();
});

test.each([
  [String.raw`"a/q\"\\\t\n\303\251 \001" "b/q\"\\\t\n\303\251 \001"`, 'q"\\\t\né \u0001'],
  ["a/ü b b/ü b", "ü b"],
  [String.raw`"a/\a\b\v\f\r" "b/\a\b\v\f\r"`, "\u0007\b\v\f\r"],
])("the path in %s is %j", (names, path) => {
  expect(readSection(`diff --git ${names}\n`).path).toBe(path);
});

test("what is left out is a note, with or without lines before it", () => {
  const stub = `diff --git a/x b/x\nindex 1..2\nFiles a/x and b/x differ\n${axisNotePrefix}it is too large\n`;
  expect(readSection(stub)).toMatchObject({ facts: ["Files a/x and b/x differ"], added: 0, removed: 0 });
  expect(readSection(stub).lines).toEqual([
    { kind: "note", text: `${axisNotePrefix}it is too large`, before: null, after: null },
  ]);
});

test("bytes in a diff are no lines", () => {
  const bytes =
    "diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 1\nIcmZPo000310RR91\n\nliteral 0\nHcmV?d00001\n\n";
  expect(readSection(bytes)).toMatchObject({ facts: ["GIT binary patch"], lines: [], added: 0 });
});

test("any text at all is read, and its sections are its end", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom("diff --git a/x b/x", "@@ -1 +1 @@", "+", '"', "\\")), {
        maxLength: 20,
      }),
      (lines) => {
        const text = lines.join("\n");
        const sections = splitPatch(text);
        expect(text.endsWith(sections.join(""))).toBe(true);
        for (const section of sections)
          expect(readSection(section).lines.length).toBeLessThanOrEqual(section.split("\n").length);
      },
    ),
  );
});
