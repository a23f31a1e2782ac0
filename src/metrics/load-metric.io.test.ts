import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { fakeModel } from "../testing/fake-model.ts";
import { loadMetric } from "./load-metric.ts";
import { metricRegistry } from "./registry.ts";

const folder = mkdtempSync(join(tmpdir(), "axis-metric-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => metricRegistry.reset());

function file(text: string): string {
  const path = join(folder, "metric.yaml");
  writeFileSync(path, text);
  return path;
}

test("a file with a name and an instruction is a registered metric", async () => {
  const Brief = await loadMetric(
    file(`
name: Brief
instruction: Score 1 when the answer has at most ten words.
threshold: 0.75
required_fields: [actual_output]
optionalFields: [query]
tags: [style]
examples:
  - input: { actual_output: "Yes." }
    output: { score: 1, explanation: one word }
`),
  );
  expect(metricRegistry.get("brief")).toBe(Brief);
  const judge = fakeModel({ "metric.score": { score: 0.5, explanation: "e" } });
  const brief = new Brief({ llm: judge });
  expect(brief).toMatchObject({
    key: "brief",
    threshold: 0.75,
    requiredFields: ["actualOutput"],
    description: "Brief",
  });
  expect(await brief.execute({ actual_output: "Yes and no." })).toMatchObject({ status: "scored", score: 0.5 });
  expect(judge.calls[0]?.prompt).toContain("at most ten words");
  expect(brief.examples).toHaveLength(1);
});

test("what the file says about models holds unless the options say otherwise", async () => {
  const Named = await loadMetric(file("name: Named\ninstruction: x\nmodel_name: a/b\nkey: other_key\n"));
  expect(new Named().common.modelName).toBe("a/b");
  expect(new Named({ modelName: "c/d" }).common.modelName).toBe("c/d");
  expect(Named.config?.key).toBe("other_key");
});

test.each([
  ["name: x\n", "instruction"],
  ["name: x\ninstruction: y\ntreshold: 1\n", 'unknown key "treshold", did you mean "threshold"?'],
  ["name: x\ninstruction: y\nheuristic: |\n  return 1\n", '"heuristic" contains code'],
  ["- a list\n", "metric.yaml"],
  ["name: [\n", "metric.yaml"],
  ["name: x\ninstruction: y\nexamples:\n  - input: {}\n    output: { score: many }\n", "examples.0.output.score"],
])("%j is refused", async (text, problem) => {
  await expect(loadMetric(file(text))).rejects.toThrow(problem);
  expect(metricRegistry.get("x", false)).toBeNull();
});
