import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { readItem } from "../../core/item/parse-item.ts";
import { builtInMetrics, metricRegistry } from "../../metrics/registry.ts";
import { describeMetric, formulas } from "../metrics/describe-metric.ts";
import { scriptedJudge } from "../../metrics/conversational/scripted-conversation.fixture.ts";
import { metricReplies } from "../../metrics/metric-replies.fixture.ts";
import { fakeModel } from "../../testing/fake-model.ts";
import type { Metric } from "../../core/metric.ts";
import { drive } from "../world.fixture.ts";
import * as command from "./metrics.ts";

const run = (...args: string[]) => drive(command, args, { cwd: tmpdir() });

describe("axis metrics", () => {
  test("lists every metric with its whole key", async () => {
    const { out, code } = await run();
    for (const key of metricRegistry.keys()) expect(out).toContain(key);
    expect(out).toMatch(/^Key +Threshold +Judge +Description/);
    expect(out).toMatch(/^latency +5 s +no +How long the answer took/m);
    expect(code).toBe(0);
  });

  test("finds by a word, and filters by tags and by who asks a judge", async () => {
    expect((await run("retrieval")).out).toContain("recall_at_k");
    expect((await run("retrieval")).out).not.toContain("latency");
    expect((await run("--no-judged", "--json")).out).not.toContain("faithfulness");
    expect((await run("--judged")).out).not.toContain("latency");
    expect((await run("--tag", "heuristic,binary")).out).toMatch(/contains_match[\s\S]*2 metrics|2 metrics/);
  });

  test("shows one in full, by key, display name or class name", async () => {
    const { out } = await run("RecallAtK");
    for (const part of [
      "recall_at_k",
      "Formula",
      "actual_ranking, expected_reference",
      "main_k",
      "axis eval items.jsonl -m recall_at_k",
    ])
      expect(out).toContain(part);
    expect((await run("Recall @ K")).out).toBe(out);
  });

  test("an option says its default, and nothing where it has none", async () => {
    const { out } = await run("persona_tone_adherence");
    expect(out).toMatch(/^ {2}persona +object \| null$/m);
    expect(out).toMatch(/^ {2}adherence_weight +number, default \d/m);
  });

  test("a tag that no metric has is a mistake with what is near", async () => {
    const { code, mistake } = await run("--tag", "retreival");
    expect(code).toBeNull();
    expect(mistake).toContain('No metric has the tag "retreival"\nDid you mean "retrieval"?');
  });

  test("a word that is nowhere is a mistake with what is near", async () => {
    const { code, mistake } = await run("faithfullness");
    expect(code).toBeNull();
    expect(mistake).toContain('Did you mean "faithfulness"?');
  });
});

describe("what is said about a built-in metric", () => {
  test.each(builtInMetrics.map((type) => [type.config.key, type] as const))(
    "%s has a formula and an item that it can measure",
    (key, type) => {
      expect(formulas[key]?.length).toBeGreaterThan(0);
      const { example, required_fields: fields } = describeMetric(type as never);
      expect(fields.filter((field) => example[field] === null || example[field] === undefined)).toEqual([]);
      expect(readItem(example).problems).toBeUndefined();
      expect(metricRegistry.getCompatibleMetrics(example).map(({ config }) => config.key)).toContain(key);
    },
  );

  test.each(builtInMetrics.map((type) => [type.config.key, type] as const))(
    "the example of %s is scored",
    async (_, type) => {
      const { example, required_fields: fields } = describeMetric(type as never);
      const judge = fields.includes("conversation") ? scriptedJudge() : fakeModel(metricReplies);
      const result = await (Reflect.construct(type, [{}]) as Metric).execute(example, { judge });
      expect({ status: result.status, why: result.why }).toEqual({ status: "scored" });
    },
  );

  test("there is no formula for what is not there", () => {
    const keys = new Set(builtInMetrics.map(({ config }) => config.key));
    const extra = Object.keys(formulas).filter((key) => !keys.has(key));
    expect(extra).toEqual([]);
  });
});
