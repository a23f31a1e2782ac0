import { expect, test } from "vitest";
import { formatPatch, formatPatchLine } from "./format-patch.ts";

const counts = { files: 1, added: 0, removed: 0, partial: 0 };

test("files are counted, lines where there are any", () => {
  expect(formatPatch(counts)).toBe("1 file");
  expect(formatPatch({ ...counts, files: 0 })).toBe("0 files");
  expect(formatPatch({ ...counts, files: 3, added: 2 })).toBe("3 files, +2 −0");
  expect(formatPatch({ ...counts, files: null })).toBeNull();
});

test("a line says where the diff is, or why there is none", () => {
  expect(formatPatchLine({ ...counts, file: "scenarios/a/b.patch" })).toBe("1 file  scenarios/a/b.patch");
  expect(formatPatchLine({ ...counts, missing: "too large" })).toBe("1 file  no diff: too large");
  expect(formatPatchLine({ ...counts, files: null, missing: "git is missing" })).toBe("no diff: git is missing");
  expect(formatPatchLine({ ...counts, files: 0 })).toBe("0 files");
});
