import { expect, test } from "vitest";
import { formatLabelLine, parseLabelLines } from "./label-book.ts";
import type { ReviewLabel } from "./review-label.ts";

const label: ReviewLabel = { id: "run_1", checkIndex: 0, check: "it works", human: "fail", notes: "line 1\nline 2" };

test("a label is one line, and is read back as it was", () => {
  const line = formatLabelLine(label);
  expect(line.match(/\n/g)).toHaveLength(1);
  expect(parseLabelLines(line, "labels.jsonl")).toEqual({ labels: [label], broken: [] });
});

test("a broken line is named with its file and number, and the rest counts", () => {
  const text = [
    '{"id":"run_1","human":"pass"}',
    "{oops",
    "",
    '{"id":"run_2","human":"maybe"}',
    "5",
    formatLabelLine(label),
  ];
  const { labels, broken } = parseLabelLines(text.join("\n"), "labels.jsonl");
  expect(labels).toEqual([{ id: "run_1", human: "pass" }, label]);
  expect(broken.map(({ place }) => place)).toEqual(["labels.jsonl:2", "labels.jsonl:4", "labels.jsonl:5"]);
  expect(broken[0]?.why).toMatch(/not valid JSON/);
  expect(broken[1]?.why).toMatch(/^human: /);
});

test.each([
  [{ human: "pass" }],
  [{ id: "run_1", checkIndex: 0, step: 2, human: "pass" }],
  [{ evaluation: "e", item: "1", human: "pass" }],
  [{ id: "run_1", evaluation: "e", item: "1", metric: "m", human: "pass" }],
  [{ id: "run_1", human: "pass", judge: 7 }],
  [{ competition: "cmp_1", id: "run_1", human: "pass" }],
  [{ id: "run_1", human: "pass", at: "yesterday" }],
])("%j is no label", (value) => {
  expect(parseLabelLines(JSON.stringify(value), "f").broken).toHaveLength(1);
});

test("a label can be about a run, a check, a step, a metric of an item, or a competition", () => {
  const lines = [
    { id: "run_1", human: "pass" },
    { id: "run_1", check: "it works", human: "fail" },
    { id: "run_1", step: 3, human: "unsure" },
    { evaluation: "e", item: "1", metric: "m", human: "pass", judge: 0.4, passFrom: 0.5 },
    { competition: "cmp_1", human: "fail", agent: "other" },
  ];
  const { labels, broken } = parseLabelLines(lines.map((line) => JSON.stringify(line)).join("\r\n"), "f");
  expect(broken).toEqual([]);
  expect(labels).toEqual(lines);
});
