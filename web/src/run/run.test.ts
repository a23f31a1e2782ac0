import { expect, test } from "vitest";
import type { Interaction } from "../../../src/core/interaction.ts";
import { listLowered } from "./signal-branches.tsx";
import { createPreview } from "./artifacts.tsx";
import { listTimeMarks, sumTimeShares } from "./time-shares.ts";

const step = (id: number, overrides: Partial<Interaction> = {}): Interaction => ({
  id,
  kind: "tool",
  categories: ["environment"],
  toolName: "shell",
  entryIndices: [],
  sparseLine: "",
  hasError: false,
  startMs: id * 10,
  durationMs: 10,
  contextBytes: 0,
  content: "",
  ...overrides,
});
const stats = {
  totalInteractions: 0,
  byCategory: { environment: 0, service: 0, agent: 0 },
  totalErrors: 0,
  totalDurationMs: 0,
  wallClockMs: 100,
  startupMs: 5,
  toolNames: {},
  domains: [],
};

test("time is summed by category, and what is unknown is counted, not guessed", () => {
  const steps = [step(1), step(2, { categories: ["environment", "service"] }), step(3, { durationMs: null })];
  expect(sumTimeShares(steps, stats)).toEqual({
    shares: [
      { kind: "startup", durationMs: 5, count: 1 },
      { kind: "environment", durationMs: 10, count: 2 },
      { kind: "service", durationMs: 10, count: 1 },
    ],
    unknown: 1,
  });
});

test("of marks that fall together the longest is kept, and an error beside it", () => {
  const steps = [
    step(1, { startMs: 0 }),
    step(2, { startMs: 1, durationMs: 50 }),
    step(3, { startMs: 2, hasError: true }),
  ];
  expect(listTimeMarks(steps, 1000, 10).map(({ interaction }) => interaction.id)).toEqual([2, 3]);
});

test("steps without a time have no mark", () => {
  expect(listTimeMarks([step(1, { startMs: null })], 100, 10)).toEqual([]);
});

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
