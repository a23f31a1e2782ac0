import { expect, test } from "vitest";
import { createPreview } from "./artifacts.tsx";
import { listLowered } from "./signal-branches.tsx";

test("interactions that lowered a signal come lowest first; those that did not are left out", () => {
  const audit = (id: number, success: number) => ({
    id,
    categories: [],
    success,
    speed: 1,
    weight: null,
    contextRelevance: null,
    rationale: "",
  });
  const audits = [audit(1, 1), audit(2, 0.5), audit(3, 0), audit(4, 0.5)];
  expect(listLowered(audits, "success").map(({ id }) => id)).toEqual([3, 2, 4]);
  expect(listLowered(audits, "relevance")).toEqual([]);
});

test.each([
  ["<svg onload=x></svg>", "text"],
  ["<html><script>x</script>", "text"],
  ["plain", "text"],
  ["\u0000binary", "other"],
] as const)("%j is shown as %s", (content, kind) => {
  expect(createPreview(new TextEncoder().encode(content)).kind).toBe(kind);
});

test("a picture is known by its first bytes, and bytes that are no text are not shown", () => {
  expect(createPreview(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toEqual({
    kind: "image",
    address: "data:image/png;base64,iVBORw0KGgo=",
  });
  expect(createPreview(new Uint8Array([0xff, 0xfe, 0xfd]))).toEqual({ kind: "other" });
});
