import { describe, expect, test } from "vitest";
import { fakeModel } from "../../testing/fake-model.ts";
import type { Label } from "./label.ts";
import { analyzeMisalignment, suggestCriteria } from "./misalignment.ts";

const label = (id: string, human: number | null, judge: number | null, more: Partial<Label> = {}): Label => ({
  id,
  query: null,
  output: `output of ${id}`,
  expected: null,
  human,
  judge,
  reason: null,
  notes: null,
  ...more,
});

const labels = [
  label("lenient", 0, 0.9, { reason: "it is polite", notes: "no source" }),
  label("strict", 1, 0.2),
  label("agreed", 1, 1),
  label("unlabelled", null, 1),
  label("unscored", 1, null),
];
const pattern = { description: "Sources are not looked for", direction: "too-lenient", ids: ["lenient"] };
const criteria = "The answer names its source";

describe("analyzeMisalignment", () => {
  test("shows the model what differs, the lenient and the strict apart, and nothing else", async () => {
    let seen: unknown;
    const model = fakeModel({
      "calibration.misalignment": (facts: unknown) => {
        seen = facts;
        return { patterns: [pattern] };
      },
    });
    expect(await analyzeMisalignment(model, { criteria, labels })).toMatchObject({
      status: "answered",
      value: [pattern],
    });
    expect(seen).toEqual({
      criteria,
      tooLenient: [
        { id: "lenient", judge: 0.9, output: "output of lenient", reason: "it is polite", notes: "no source" },
      ],
      tooStrict: [{ id: "strict", judge: 0.2, output: "output of strict" }],
    });
  });

  test("a pattern is kept with the records that exist, and left out where there is none", async () => {
    const patterns = [
      { ...pattern, ids: ["lenient", "invented"] },
      { ...pattern, ids: ["invented"] },
    ];
    const found = await analyzeMisalignment(fakeModel({ "calibration.misalignment": { patterns } }), {
      criteria,
      labels,
    });
    expect(found).toMatchObject({ status: "answered", value: [pattern] });
  });

  test("where nobody differs nobody is asked", async () => {
    const silent = fakeModel({});
    const found = await analyzeMisalignment(silent, { criteria, labels: labels.slice(2) });
    expect(found).toEqual({ status: "answered", value: [], spending: { costUsd: 0, calls: 0 } });
  });

  test("the threshold decides what a pass is", async () => {
    const silent = fakeModel({});
    const found = await analyzeMisalignment(silent, { criteria, labels: [label("a", 1, 0.2)], threshold: 0.1 });
    expect(found).toMatchObject({ status: "answered", value: [] });
  });

  test("a model that fails is said, with what it cost", async () => {
    const broken = fakeModel({ "calibration.misalignment": new Error("no network") });
    expect(await analyzeMisalignment(broken, { criteria, labels })).toMatchObject({
      status: "failed",
      code: "transport",
    });
  });

  test("of many records and long texts, a bounded part is shown", async () => {
    let seen: { tooLenient?: { output?: string }[] } = {};
    const many = Array.from({ length: 200 }, (_, index) => label(`l${index}`, 0, 1, { output: "x".repeat(9_000) }));
    const model = fakeModel({
      "calibration.misalignment": (facts: typeof seen) => {
        seen = facts;
        return { patterns: [] };
      },
    });
    await analyzeMisalignment(model, { criteria, labels: many });
    expect([seen.tooLenient?.length, seen.tooLenient?.[0]?.output?.length]).toEqual([20, 2_000]);
  });
});

test("suggestCriteria gives the criteria anew, with the reason for every change", async () => {
  const suggested = {
    optimizedCriteria: "The answer names a source that can be looked up",
    suggestions: [{ aspect: "source", suggestion: "ask for one", rationale: "it was skipped" }],
  };
  const found = await suggestCriteria(fakeModel({ "calibration.criteria": suggested }), {
    criteria,
    patterns: [{ ...pattern, direction: "too-lenient" }],
  });
  expect(found).toMatchObject({ status: "answered", value: suggested });
  const empty = fakeModel({ "calibration.criteria": { optimizedCriteria: "", suggestions: [] } });
  expect(await suggestCriteria(empty, { criteria, patterns: [] })).toMatchObject({
    status: "failed",
    code: "unreadable",
  });
});
