import fc from "fast-check";
import { expect, test } from "vitest";
import { axisNotePrefix, type PatchSection, readSection, splitPatch } from "../../../src/core/patch-text.ts";
import { pairFiles } from "./file-pairs.ts";

/** Builds a diff from a path, what happened to the file, and its lines. */
function filesOf(...files: readonly (readonly [path: string, contentId: string | null, ...lines: string[]])[]) {
  const text = files.map(([path, id, ...lines]) =>
    [`diff --git a/${path} b/${path}`, ...(id === null ? [] : [`index 0..${id} 100644`]), ...lines, ""].join("\n"),
  );
  return splitPatch(text.join("")).map(readSection);
}

function kindsOf(olds: readonly PatchSection[], news: readonly PatchSection[]) {
  return pairFiles(olds, news).map(({ path, kind }) => [path, kind]);
}

test("files of one run only, and those both changed in the same way or in another", () => {
  const olds = filesOf(
    ["a", "1", "@@ -1 +1 @@", "+x"],
    ["b", "2", "@@ -1 +1 @@", "+x"],
    ["c", "3", "@@ -1 +1 @@", "+x"],
  );
  const news = filesOf(
    ["b", "2", "@@ -1 +1 @@", "+x"],
    ["c", "4", "@@ -1 +1 @@", "+y"],
    ["d", "5", "@@ -1 +1 @@", "+x"],
  );
  expect(kindsOf(olds, news)).toEqual([
    ["c", "other"],
    ["a", "before"],
    ["d", "after"],
    ["b", "same"],
  ]);
  expect(kindsOf([], [])).toEqual([]);
});

test("the same lines at another place, in a file that was another one before, are the same change", () => {
  const olds = filesOf(["a", "1", "@@ -1,2 +1,2 @@ one", " k", "-x", "+y"]);
  const news = filesOf(["a", "2", "@@ -7,2 +9,2 @@ two", " k", "-x", "+y"]);
  expect(kindsOf(olds, news)).toEqual([["a", "same"]]);
});

test("other lines that lead to the same file are the same", () => {
  const [olds, news] = [filesOf(["a", "1", "@@ -1 +1 @@", "-x", "+y"]), filesOf(["a", "1", "@@ -0,0 +1 @@", "+y"])];
  expect(kindsOf(olds, news)).toEqual([["a", "same"]]);
});

test.each([
  ["a file that is no text", ["GIT binary patch"], ["GIT binary patch"]],
  ["a file whose lines are left out", [`${axisNotePrefix}too large`], [`${axisNotePrefix}too large`]],
  ["a file that is cut", ["@@ -1 +1 @@", "+x", `${axisNotePrefix}cut`], ["@@ -1 +1 @@", "+x", `${axisNotePrefix}cut`]],
])("of %s only its content says whether it is the same", (_, before, after) => {
  expect(kindsOf(filesOf(["a", "1", ...before]), filesOf(["a", "1", ...after]))).toEqual([["a", "same"]]);
  expect(kindsOf(filesOf(["a", "1", ...before]), filesOf(["a", "2", ...after]))).toEqual([["a", "other"]]);
});

test("modes, and whether it is new or gone, are part of the change", () => {
  const mode = (now: string) => filesOf(["a", null, "old mode 100644", `new mode ${now}`]);
  expect(kindsOf(mode("100755"), mode("100755"))).toEqual([["a", "same"]]);
  expect(kindsOf(mode("100755"), mode("120000"))).toEqual([["a", "other"]]);
  const added = filesOf(["a", null, "new file mode 100644", "@@ -0,0 +1 @@", "+x"]);
  expect(kindsOf(added, filesOf(["a", null, "@@ -0,0 +1 @@", "+x"]))).toEqual([["a", "other"]]);
});

test("a file that became a link has two sections, and is one file", () => {
  const link = filesOf(["a", "0", "deleted file mode 100644"], ["a", "1", "new file mode 120000"]);
  expect(kindsOf(link, link)).toEqual([["a", "same"]]);
  expect(kindsOf(link, link.slice(0, 1))).toEqual([["a", "other"]]);
});

test("every path stands in exactly one pair; the sides can be exchanged", () => {
  const file = fc.tuple(
    fc.constantFrom("a", "b", "c", "__proto__", "constructor", "ü"),
    fc.constantFrom("1", "2", null),
    fc.constantFrom("+x", "+y", ` @@`, `${axisNotePrefix}cut`),
  );
  const patch = fc
    .array(file)
    .map((all) => filesOf(...all.map(([path, id, line]) => [path, id, "@@ -1 +1 @@", line] as const)));
  const turned = { before: "after", after: "before", other: "other", same: "same" } as const;
  fc.assert(
    fc.property(patch, patch, (olds, news) => {
      const pairs = pairFiles(olds, news);
      expect(pairs.map(({ path }) => path).toSorted()).toEqual(
        [...new Set([...olds, ...news].map(({ path }) => path))].toSorted(),
      );
      expect(pairs.reduce((sum, { before, after }) => sum + before.length + after.length, 0)).toBe(
        olds.length + news.length,
      );
      const back = new Map(pairFiles(news, olds).map(({ path, kind }) => [path, kind]));
      for (const { path, kind } of pairs) expect(back.get(path)).toBe(turned[kind]);
      expect(pairFiles(olds, olds).every(({ kind }) => kind === "same" || kind === "other")).toBe(true);
    }),
  );
});
