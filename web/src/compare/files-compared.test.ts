import { expect, test } from "vitest";
import { readSection } from "../../../src/core/patch-text.ts";
import type { RunPatch } from "../../../src/core/run-patch.ts";
import type { RunBlock } from "../../../src/report/html/page-index.ts";
import { findSideChanges } from "./files-compared.tsx";

const counts = { added: 0, removed: 0, partial: 0 };

function blockOf(patch: RunPatch | undefined, isHere = false): RunBlock {
  return { detail: { patch }, ...(isHere && { patch: "it" }) } as RunBlock;
}

test.each<[string, RunPatch | undefined]>([
  ["it was recorded without one", undefined],
  ["git is missing", { ...counts, files: null, missing: "git is missing" }],
  ["it was not stored", { ...counts, files: 3 }],
  ["it is not on this page; the report's folder has it: a.patch", { ...counts, files: 3, file: "a.patch" }],
])("a run without a diff says why: %s", (why, patch) => {
  expect(findSideChanges(blockOf(patch), null)).toEqual({ state: "unknown", why });
});

test("a run that changed nothing needs no diff", () => {
  expect(findSideChanges(blockOf({ ...counts, files: 0 }), null)).toEqual({ state: "known", files: [], unnamed: 0 });
});

test("a diff that is read, that cannot be read, and that does not name all", () => {
  const block = blockOf({ ...counts, files: 3, file: "a.patch" }, true);
  expect(findSideChanges(block, null)).toEqual({ state: "reading" });
  expect(findSideChanges(block, { error: "gone" })).toEqual({ state: "unknown", why: "gone" });
  const files = ["a", "b"].map((path) => readSection(`diff --git a/${path} b/${path}\n`));
  const patch = { bytes: new Uint8Array(), files };
  expect(findSideChanges(block, { patch })).toEqual({ state: "known", files, unnamed: 1 });
});
