/** Keeps the pages about metrics true: every metric is there with its threshold and fields, every worked item has its score. */
import { describe, expect, test } from "vitest";
import { itemFields } from "../src/core/dataset-item.ts";
import { snakeCase } from "../src/core/keys/key-case.ts";
import { metricRegistry } from "../src/metrics/registry.ts";
import { blocksOf, page, pagesBelow } from "./markdown.ts";

const index = page("docs/metrics.md");
const families = pagesBelow("docs").filter(({ path }) => /metrics-\w+\.md$/.test(path));

interface Worked {
  readonly metric: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly item: Readonly<Record<string, unknown>>;
  readonly score: number;
}

describe("docs/metrics.md", () => {
  test("has a row for every metric, with what the registry says", () => {
    const rows = metricRegistry.listMetrics().map(({ config: { key, defaultThreshold, requiredFields, judged } }) => {
      const fields = requiredFields.length === 0 ? "none" : requiredFields.map(snakeCase).join(", ");
      return `| \`${key}\` | ${defaultThreshold ?? "none"} | ${fields} | ${judged ? "yes" : "no"} |`;
    });
    expect(rows.filter((row) => !index.text.includes(row))).toEqual([]);
    const named = [...index.text.matchAll(/^\| `(\w+)` \| [\d.]+ \|.*\| (?:yes|no) \|$/gm)].map(([, key]) => key);
    expect(named.filter((key) => !metricRegistry.keys().includes(key ?? ""))).toEqual([]);
  });

  test("names every field of an item", () => {
    expect(itemFields.map(snakeCase).filter((field) => !index.text.includes(`\`${field}\``))).toEqual([]);
  });
});

test("every metric has a formula on the page of its family", () => {
  const keys = metricRegistry.keys();
  expect(keys.filter((key) => !families.some(({ text }) => text.includes(`\`${key}\``)))).toEqual([]);
});

const worked = families
  .flatMap(blocksOf)
  .filter(({ info }) => info === "ndjson")
  .flatMap(({ text }) => text.trim().split("\n"))
  .map((line) => JSON.parse(line) as Worked);

describe("worked items", () => {
  test("there is one at least for every metric that asks no model", () => {
    const shown = new Set(worked.map(({ metric }) => metric));
    const plain = metricRegistry.filter({ judged: false }).map(({ config }) => config.key);
    expect(plain.filter((key) => !shown.has(key))).toEqual([]);
  });

  test.each(worked.map((each) => [each.metric, JSON.stringify(each.item), each] as const))(
    "%s of %s",
    async (key, _, { options, item, score }) => {
      const result = await metricRegistry.create(key, options).execute(item);
      expect(result.score).toBeCloseTo(score, 9);
    },
  );
});
