import { expect, test } from "vitest";
import { listItems } from "./run-groups.ts";
import { sampleRun } from "./sample-run.fixture.ts";

const words = (rows: Parameters<typeof listItems>[0], isGrouped = true) =>
  listItems(rows, isGrouped).map((item) => (item.kind === "run" ? item.run.id : `# ${item.group.reportId}`));

test("a heading comes where the report changes, and none above runs that belong to no report and come first", () => {
  const rows = [sampleRun(5), sampleRun(4, { report_id: "b" }), sampleRun(3, { report_id: "b" }), sampleRun(2)];
  expect(words(rows)).toEqual(["run_005", "# b", "run_004", "run_003", "# null", "run_002"]);
});

test("sorted by a number, there are no headings", () => {
  expect(words([sampleRun(1, { report_id: "b" })], false)).toEqual(["run_001"]);
});

test("a run keeps its item, so that it is rendered once", () => {
  const rows = [sampleRun(1, { report_id: "b" })];
  const [first, again] = [listItems(rows, true), listItems(rows, true)];
  expect(first.map((item, at) => item === again[at])).toEqual([true, true]);
});
